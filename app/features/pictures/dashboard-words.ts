import { common } from '#texts/common'
import { pictures } from '#texts/pictures'
import type { Camera } from './find-camera.ts'

/** Uppy's words for choosing, as plain as ours. */
export function dashboardWords(camera: Camera) {
  // What is held in a hand has nothing to drop.
  const otherWays = camera === 'app' ? '' : pictures.otherWays
  return {
    dashboardTitle: pictures.choose,
    browseFiles: pictures.choose,
    myDevice: pictures.choose,
    takePictureBtn: pictures.takePhoto,
    dropPasteFiles: `%{browseFiles} ${otherWays}`,
    dropPasteImportFiles: otherWays,
    dropHint: pictures.drop,
    importFrom: '%{name}',
    cancel: common.cancel,
  }
}
