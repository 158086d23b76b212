export function holdFrame(video: HTMLVideoElement, at: number, duration: number) {
  const frame = document.createElement("canvas");
  frame.width = video.videoWidth;
  frame.height = video.videoHeight;
  frame.getContext("2d")?.drawImage(video, 0, 0);
  video.after(frame);
  return {
    at, // seconds
    duration,
    isReplaced: () => video.readyState >= video.HAVE_CURRENT_DATA && !video.seeking,
    release: () => frame.remove(),
  };
}
export type HeldFrame = ReturnType<typeof holdFrame>;
