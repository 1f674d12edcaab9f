import Dashboard from '@uppy/react/dashboard'
import { CircleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import type { PictureButtonProps } from '#app/lib/device/picture-button-props.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { announce } from '#app/state/announce.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { pictures } from '#texts/pictures'
import { middleOf, type Crop } from './crop.ts'
import { Cropper } from './cropper.tsx'
import { dashboardWords } from './dashboard-words.ts'
import { openPicture, redraw } from './redraw.ts'
import type { Uploader } from './uploader.ts'
import { send, useUploader } from './use-uploader.ts'
import './picture-dialog.css'

export type PictureDialogProps = Omit<PictureButtonProps, 'label'> & { title: string; onClose: () => void }

type Step =
  | { at: 'choosing' }
  | { at: 'cropping'; picture: HTMLCanvasElement; crop: Crop; name: string }
  | { at: 'sending'; preview: string; name: string }

/** Lets a user choose or take a picture, crop it, and upload it. */
export default function PictureDialog({ title, note, save, failure, onClose }: PictureDialogProps) {
  const [step, setStep] = useState<Step>({ at: 'choosing' })
  const [wrong, setWrong] = useState<string>()
  const refuse = (sentence: string) => {
    setWrong(sentence)
    announce(sentence)
  }
  const made = useUploader({
    onPick: async (file, name) => {
      setWrong(undefined)
      const picture = await openPicture(file)
      if ('refusal' in picture) refuse(picture.refusal)
      else setStep({ at: 'cropping', picture, crop: middleOf(picture), name })
    },
    onRefuse: refuse,
    onSend: () => setWrong(undefined),
    save: (address) => save({ address, preview: step.at === 'sending' ? step.preview : '' }),
    onFail: (error) => {
      const sentence = sentenceFrom(error, failure)
      toast({ title: common.error, description: sentence, destructive: true })
      setWrong(sentence)
    },
    onRemove: () => {
      setWrong(undefined)
      setStep({ at: 'choosing' })
    },
    onDone: onClose,
  })
  useAnnounced(step.at === 'sending' && wrong === undefined && pictures.sending)
  usePaste(made?.uploader, step.at === 'choosing')
  // State, because the dialog mounts later than this component.
  const [body, setBody] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    if (made && step.at === 'choosing') body?.querySelector<HTMLElement>('[data-uppy-super-focusable]')?.focus()
  }, [made, step.at, body])

  const changeCrop = (change: (crop: Crop) => Crop) =>
    setStep((step) => (step.at === 'cropping' ? { ...step, crop: change(step.crop) } : step))
  const use = async (uploader: Uploader, { picture, crop, name }: Extract<Step, { at: 'cropping' }>) => {
    const redrawn = await redraw(picture, crop).catch(() => refuse(failure))
    if (!redrawn) return
    setStep({ at: 'sending', preview: redrawn.preview, name })
    send(uploader, redrawn, name)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      footer={
        step.at === 'cropping' && made ? (
          <>
            <Button variant="quiet" onClick={() => setStep({ at: 'choosing' })}>
              {common.back}
            </Button>
            <Button onClick={() => void use(made.uploader, step)}>{pictures.use}</Button>
          </>
        ) : undefined
      }
    >
      {/* Leaves room for the failure toast, which on a phone would cover the retry button. */}
      <div className={cn('flex flex-col gap-4', step.at === 'sending' && wrong !== undefined && 'max-sm:pb-32')}>
        {wrong !== undefined && (
          <p className="bg-danger-soft text-danger flex items-start gap-2 rounded-control px-4 py-3 font-semibold wrap-anywhere">
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            <span>{wrong}</span>
          </p>
        )}
        {step.at === 'cropping' && <Cropper picture={step.picture} crop={step.crop} onChange={changeCrop} />}
        {step.at === 'sending' && (
          <div className="flex items-center gap-4">
            <img src={step.preview} alt="" className="size-24 shrink-0 rounded-full" />
            <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
              <p translate="no" dir="auto" className="line-clamp-3 font-bold wrap-anywhere">
                {step.name}
              </p>
              {wrong !== undefined && (
                <Button variant="quiet" onClick={() => made?.uploader.cancelAll()}>
                  <X aria-hidden />
                  <span>{pictures.remove}</span>
                </Button>
              )}
            </div>
          </div>
        )}
        <div ref={setBody} data-step={step.at} className="picture-uploader">
          {made && (
            <Dashboard
              uppy={made.uploader}
              plugins={['Webcam']}
              showNativePhotoCameraButton={made.camera === 'app'}
              nativeCameraFacingMode="user"
              // Thumbnails would open files that are not checked yet.
              disableThumbnailGenerator
              disableInformer
              showSelectedFiles={false}
              hideUploadButton
              proudlyDisplayPoweredByUppy={false}
              width="100%"
              height="auto"
              note={note}
              locale={{ strings: dashboardWords(made.camera) }}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Passes pasted files to Uppy, which notices them only while it has the focus itself. */
function usePaste(uploader: Uploader | undefined, isChoosing: boolean): void {
  useEffect(() => {
    if (!isChoosing) return undefined
    const paste = ({ target, clipboardData }: ClipboardEvent) => {
      const [file] = clipboardData?.files ?? []
      if (!file || (target instanceof Element && target.closest('.uppy-Dashboard'))) return
      uploader?.addFiles([{ name: file.name, type: file.type, data: file, source: 'clipboard' }])
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [uploader, isChoosing])
}
