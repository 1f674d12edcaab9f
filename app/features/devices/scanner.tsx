import { decodeQR } from 'qr/decode.js'
import { useEffect, useRef, useState } from 'react'
import { PairingCode } from '#domain/contract/devices.ts'
import { readsCanvas } from '#app/lib/device/reads-canvas.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { FormError } from '#app/ui/controls/form-error.tsx'
import { join } from '#texts/join'

/** Milliseconds between two looks, so that an old tablet has time for the picture. */
const lookMs = 120
/** The side of the square that is searched, in pixels: more takes longer and finds no more. */
const searchedSide = 640

export type ScannerProps = { onCode: (code: string) => void; onClose: () => void }

/** Shows the camera's picture until it finds the code of a parent's screen in it. */
export default function Scanner({ onCode, onClose }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const found = useRef(onCode)
  useEffect(() => {
    found.current = onCode
  })
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const canvas = document.createElement('canvas')
    const look = () => {
      const text = video.current === null ? undefined : readCode(video.current, canvas)
      const code = text === undefined ? undefined : PairingCode.safeParse(text.slice(text.lastIndexOf('#') + 1))
      if (code?.success === true) return found.current(code.data)
      if (code !== undefined) setProblem(join.otherCode)
      timer = setTimeout(look, lookMs)
    }
    const start = async () => {
      if (!(await readsCanvas())) return isLeft || setProblem(join.changedHere)
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isLeft || video.current === null) return stop()
      video.current.srcObject = stream
      await video.current.play()
      look()
    }
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    start().catch((error: unknown) => {
      if (isLeft) return
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
      setProblem(isRefused ? join.cameraDenied : join.cameraFailed)
    })
    return () => {
      isLeft = true
      clearTimeout(timer)
      stop()
    }
  }, [])
  return (
    <div className="flex flex-col gap-4">
      <p>{join.aim}</p>
      <video
        ref={video}
        playsInline
        muted
        aria-label={join.cameraPicture}
        className="bg-sunken aspect-square w-full rounded-card object-cover"
      />
      <FormError sentence={problem} />
      <Button variant="quiet" className="min-h-14 text-lg" onClick={onClose}>
        {join.typeInstead}
      </Button>
    </div>
  )
}

/** Returns the text of a QR code in the middle of the picture; undefined without one. */
function readCode(video: HTMLVideoElement, canvas: HTMLCanvasElement): string | undefined {
  const side = Math.min(video.videoWidth, video.videoHeight)
  if (side === 0) return undefined
  canvas.width = canvas.height = Math.min(side, searchedSide)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return undefined
  const [left, top] = [(video.videoWidth - side) / 2, (video.videoHeight - side) / 2]
  context.drawImage(video, left, top, side, side, 0, 0, canvas.width, canvas.height)
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height))
  } catch {
    // There is none in this picture.
    return undefined
  }
}
