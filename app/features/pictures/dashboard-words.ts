import type { Camera } from './find-camera.ts'

/** Uppy's words for choosing and sending, as plain as ours; for what it refuses its own stay. */
export function dashboardWords(camera: Camera) {
  // What is held in a hand has nothing to drop.
  const otherWays = camera === 'app' ? '' : 'You can also drop a picture here, or paste one.'
  return {
    dashboardTitle: 'Choose a picture',
    browseFiles: 'Choose a picture',
    myDevice: 'Choose a picture',
    takePictureBtn: 'Take a photo',
    dropPasteFiles: `%{browseFiles} ${otherWays}`,
    dropPasteImportFiles: otherWays,
    dropHint: 'Drop the picture here',
    importFrom: '%{name}',
    cancel: 'Cancel',
  }
}
