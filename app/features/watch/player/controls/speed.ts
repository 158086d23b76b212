const FAST = 2;

/** The default rate is the viewer's choice: it outlives a change of source, and a while of playing fast. */
export function setSpeed(video: HTMLVideoElement, rate: number) {
  video.defaultPlaybackRate = rate;
  video.playbackRate = rate;
}

export const chosenSpeed = (video: HTMLVideoElement) => video.defaultPlaybackRate;

export function playFast(video: HTMLVideoElement) {
  video.playbackRate = FAST;
}

export function playAsChosen(video: HTMLVideoElement) {
  video.playbackRate = chosenSpeed(video);
}
