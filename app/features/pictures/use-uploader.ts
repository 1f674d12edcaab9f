import Webcam from '@uppy/webcam'
import { useEffect, useEffectEvent, useState } from 'react'
import { pictureLimits } from '#domain/contract/constants.ts'
import { call } from '#app/lib/api/api-client.ts'
import { common } from '#texts/common'
import { pictures } from '#texts/pictures'
import { findCamera, type Camera } from '#app/lib/device/find-camera.ts'
import { isHeicFile } from './heif.ts'
import { createUploader, type Uploader } from './uploader.ts'

export type UploaderEvents = {
  /** A file was chosen, dropped, pasted or taken; it may not be a picture. */
  onPick: (file: Blob, name: string) => void
  /** A file was refused for its size or type, or because there is one already. */
  onRefuse: (sentence: string) => void
  /** A redrawn picture starts to upload, for the first time or again. */
  onSend: () => void
  /** Saves the address of an uploaded picture. */
  save: (address: string) => Promise<void> | void
  onFail: (error: Error) => void
  /** The picture was cancelled, or removed after a failure. */
  onRemove: () => void
  onDone: () => void
}

/** Uppy's `source` of a file that we made from a picked one. */
const redrawn = 'redrawn'
/** The base path of a companion service, as `/companion`, if the build sets one. */
const companionUrl: string | undefined = import.meta.env['VITE_COMPANION_URL'] || undefined
const silence = { debug: () => {}, warn: () => {}, error: () => {} }

type PictureUploader = { uploader: Uploader; camera: Camera }

/** Picks and uploads one picture at a time while the dialog is open; undefined at first. */
export function useUploader(events: UploaderEvents): PictureUploader | undefined {
  const [made, setMade] = useState<PictureUploader>()
  const tell = useEffectEvent((what: (events: UploaderEvents) => void) => what(events))
  const save = useEffectEvent(async (address: string) => events.save(address))

  useEffect(() => {
    const uploader = createUploader({
      ...(companionUrl !== undefined && { companionUrl }),
      restrictions: {
        maxNumberOfFiles: 1,
        maxFileSize: pictureLimits.bytes,
        // Without HEIC: an iPhone converts its photos for a field that does not name it.
        allowedFileTypes: [...pictureLimits.types, 'image/avif'],
      },
      requestUpload: () => call('requestUpload'),
      words: pictures.uppy,
    })
    // The dialog shows failures.
    uploader.setOptions({ logger: silence })
    uploader.on('file-added', ({ id, source, data, name }) => {
      if (source === redrawn || !(data instanceof Blob)) return
      uploader.removeFile(id)
      tell(({ onPick }) => onPick(data, name))
    })
    uploader.on('restriction-failed', (file, error) =>
      tell(({ onPick, onRefuse }) => {
        // Some browsers show HEIC.
        const photo = file && isHeicFile(file) ? file.data : undefined
        if (photo instanceof Blob && photo.size <= pictureLimits.bytes) onPick(photo, file?.name ?? '')
        else onRefuse(error.message)
      }),
    )
    uploader.on('upload', () => tell(({ onSend }) => onSend()))
    uploader.on('upload-error', (_, error) => tell(({ onFail }) => onFail(error)))
    uploader.on('complete', ({ successful = [] }) => successful.length > 0 && tell(({ onDone }) => onDone()))
    const onRemoved = ({ source }: { source?: string }) => source === redrawn && tell(({ onRemove }) => onRemove())
    uploader.on('file-removed', onRemoved)
    uploader.addPostProcessor(async (ids) => {
      for (const file of uploader.getFilesByIds(ids).filter(({ error }) => !error)) {
        uploader.emit('postprocess-progress', file, { mode: 'indeterminate', message: common.saving })
        try {
          await save(typeof file.meta['address'] === 'string' ? file.meta['address'] : (file.uploadURL ?? ''))
        } catch (error) {
          // Resets Uppy's progress, so that a retry sends the picture again.
          const { bytesTotal } = file.progress
          uploader.setFileState(file.id, {
            progress: { uploadStarted: null, uploadComplete: false, bytesUploaded: false, bytesTotal, percentage: 0 },
          })
          uploader.emit('upload-error', uploader.getFile(file.id), error as Error)
        }
      }
    })
    let isGone = false
    void findCamera().then((camera) => {
      if (isGone) return
      if (camera === 'page')
        uploader.use(Webcam, { modes: ['picture'], mobileNativeCamera: false, locale: { strings: pictures.webcam } })
      setMade({ uploader, camera })
    })
    return () => {
      isGone = true
      uploader.off('file-removed', onRemoved)
      uploader.destroy()
    }
  }, [])
  return made
}

/** Uploads a redrawn picture; the events report the result. */
export function send(uploader: Uploader, { data, preview }: { data: Blob; preview: string }, name: string): void {
  const ending = data.type.replace('image/', '.').replace('.jpeg', '.jpg')
  const id = uploader.addFile({ name: name.replace(/\.\w+$/, '') + ending, type: data.type, data, source: redrawn })
  uploader.setFileState(id, { preview })
  void uploader.upload().catch(() => undefined)
}
