import { common } from '#texts/common'
import { pictures } from '#texts/pictures'
import type { Camera } from '#app/lib/device/find-camera.ts'

/** Replaces Uppy's texts for choosing a file. */
export function dashboardWords(camera: Camera) {
  // A handheld device has no drag and drop of files.
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
