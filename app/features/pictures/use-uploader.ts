import Webcam from '@uppy/webcam'
import { useEffect, useEffectEvent, useState } from 'react'
import { pictureLimits } from '#domain/contract/picture-limits.ts'
import { call } from '#app/lib/api/api-client.ts'
import { common } from '#texts/common'
import { pictures } from '#texts/pictures'
import { findCamera, type Camera } from './find-camera.ts'
import { createUploader, type Uploader } from './uploader.ts'

export type UploaderEvents = {
  /** A file was chosen, dropped, pasted or taken; it is not yet known to be a picture. */
  onPick: (file: Blob, name: string) => void
  /** It was refused by its size, its kind, or because there is one already. */
  onRefuse: (sentence: string) => void
  /** A picture of ours sets out, for the first time or again. */
  onSend: () => void
  /** Names what was sent. */
  save: (address: string) => Promise<void> | void
  onFail: (error: Error) => void
  /** Cancelled, or taken away after a failure. */
  onRemove: () => void
  onDone: () => void
}

/** Where a file came from, in Uppy's words: we made it from what was picked. */
const redrawn = 'redrawn'
/** The base path of a companion service, as `/companion`, where the build names one. */
const companionUrl: string | undefined = import.meta.env['VITE_COMPANION_URL'] || undefined
const silence = { debug: () => {}, warn: () => {}, error: () => {} }

type PictureUploader = { uploader: Uploader; camera: Camera }

/** Takes and sends one picture at a time, for as long as the dialog is open; undefined at first. */
export function useUploader(events: UploaderEvents): PictureUploader | undefined {
  const [made, setMade] = useState<PictureUploader>()
  const tell = useEffectEvent((what: (events: UploaderEvents) => void) => what(events))
  const save = useEffectEvent(async (address: string) => events.save(address))

  useEffect(() => {
    const uploader = createUploader({
      ...(companionUrl !== undefined && { companionUrl }),
      restrictions: { maxNumberOfFiles: 1, maxFileSize: pictureLimits.bytes, allowedFileTypes: [...pictureLimits.types] },
      requestUpload: () => call('requestUpload'),
      words: pictures.uppy,
    })
    // What goes wrong is said in the dialog.
    uploader.setOptions({ logger: silence })
    uploader.on('file-added', ({ id, source, data, name }) => {
      if (source === redrawn || !(data instanceof Blob)) return
      uploader.removeFile(id)
      tell(({ onPick }) => onPick(data, name))
    })
    uploader.on('restriction-failed', (_, error) => tell(({ onRefuse }) => onRefuse(error.message)))
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
          // Not there yet, for Uppy: another try sends it again.
          const { bytesTotal } = file.progress
          uploader.setFileState(file.id, { progress: { uploadStarted: null, uploadComplete: false, bytesUploaded: false, bytesTotal, percentage: 0 } })
          uploader.emit('upload-error', uploader.getFile(file.id), error as Error)
        }
      }
    })
    let isGone = false
    void findCamera().then((camera) => {
      if (isGone) return
      if (camera === 'page') uploader.use(Webcam, { modes: ['picture'], mobileNativeCamera: false, locale: { strings: pictures.webcam } })
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

/** Sends a picture of our own making; what comes of it the events tell. */
export function send(uploader: Uploader, { data, preview }: { data: Blob; preview: string }, name: string): void {
  const ending = data.type.replace('image/', '.').replace('.jpeg', '.jpg')
  const id = uploader.addFile({ name: name.replace(/\.\w+$/, '') + ending, type: data.type, data, source: redrawn })
  uploader.setFileState(id, { preview })
  void uploader.upload().catch(() => undefined)
}
