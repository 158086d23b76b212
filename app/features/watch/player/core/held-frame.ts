/** The frame that is shown while the element has none, and what the controls say meanwhile. */
export interface HeldFrame {
  /** In seconds. */
  at: number;
  duration: number;
  /** Whether the element has a frame of its own again: streams load from where they go on. */
  isReplaced(): boolean;
  release(): void;
}

/** Covers the element with its current frame. */
export function holdFrame(video: HTMLVideoElement, at: number, duration: number): HeldFrame {
  const frame = document.createElement("canvas");
  frame.width = video.videoWidth;
  frame.height = video.videoHeight;
  frame.getContext("2d")?.drawImage(video, 0, 0);
  video.after(frame);
  return {
    at,
    duration,
    isReplaced: () => video.readyState >= video.HAVE_CURRENT_DATA && !video.seeking,
    release: () => frame.remove(),
  };
}
