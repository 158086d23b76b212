export interface HeldFrame {
  at: number; // seconds
  duration: number;
  isReplaced(): boolean; // whether the element shows a frame again
  release(): void;
}

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
