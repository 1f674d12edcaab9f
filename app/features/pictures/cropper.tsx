import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { pictures } from '#texts/pictures'
import { moved, mostZoom, zoomed, zoomOf, type Crop } from './crop.ts'
import { draw } from './redraw.ts'

export type CropperProps = {
  picture: HTMLCanvasElement
  crop: Crop
  /** Called with an update function, because a finger may move twice before one render. */
  onChange: (change: (crop: Crop) => Crop) => void
}

/** Pixels of the canvas, enough for its largest size on screen. */
const drawnSide = 640
const steps: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const zoomKeys: Record<string, number> = { '+': 1.1, '=': 1.1, '-': 1 / 1.1 }

/** Selects the square of a picture by finger, mouse or keys; marks the circle in it that is mostly shown. */
export function Cropper({ picture, crop, onChange }: CropperProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const [zoomId, helpId] = [useId(), useId()]
  useLayoutEffect(() => {
    if (canvas.current) draw(canvas.current, picture, { ...crop, width: crop.side, height: crop.side })
  }, [picture, crop])
  useEffect(() => canvas.current?.focus(), [])

  const hold = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  const release = (event: PointerEvent) => fingers.current.delete(event.pointerId)
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const before = fingers.current.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const others = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, finger]) => finger)
    fingers.current.set(event.pointerId, now)
    const { clientWidth } = event.currentTarget
    const [other] = others
    onChange((crop) => {
      // With two fingers, each moves the picture half as far.
      const scale = crop.side / clientWidth / (other ? 2 : 1)
      const next = moved(crop, picture, (before.x - now.x) * scale, (before.y - now.y) * scale)
      return other
        ? zoomed(next, picture, (zoomOf(next, picture) * distance(other, now)) / Math.max(1, distance(other, before)))
        : next
    })
  }
  const step = (event: KeyboardEvent) => {
    const [right, down] = steps[event.key] ?? []
    const zoom = zoomKeys[event.key]
    if (right !== undefined && down !== undefined)
      onChange((crop) => moved(crop, picture, (right * crop.side) / 20, (down * crop.side) / 20))
    else if (zoom !== undefined) onChange((crop) => zoomed(crop, picture, zoomOf(crop, picture) * zoom))
    else return
    event.preventDefault()
  }

  return (
    <div className="flex flex-col items-center gap-3">
      <div className="relative w-full max-w-80 rounded-card">
        <canvas
          ref={canvas}
          width={drawnSide}
          height={drawnSide}
          // Takes keys in two directions, for which no other role has a pattern.
          // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role
          role="application"
          aria-label={pictures.cropper}
          aria-describedby={helpId}
          tabIndex={0}
          onPointerDown={hold}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={release}
          onKeyDown={step}
          className="block aspect-square w-full cursor-grab touch-none rounded-card active:cursor-grabbing"
        >
          {/* Inside, because Orca takes an application without content for a button. */}
          <p id={helpId}>{pictures.cropperHelp}</p>
        </canvas>
        <span aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden rounded-card">
          <span className="absolute inset-0 rounded-full shadow-[0_0_0_100vmax_var(--overlay)] ring-2 ring-[#fff]" />
        </span>
      </div>
      <div className="flex w-full max-w-80 items-center gap-3">
        <label htmlFor={zoomId} className="text-sm font-bold">
          {pictures.zoom}
        </label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={mostZoom}
          step={0.05}
          value={zoomOf(crop, picture)}
          onChange={({ currentTarget: { valueAsNumber } }) => onChange((crop) => zoomed(crop, picture, valueAsNumber))}
          className="accent-grape touch min-w-0 flex-1 cursor-pointer"
        />
      </div>
    </div>
  )
}

const distance = (one: { x: number; y: number }, other: { x: number; y: number }) =>
  Math.hypot(one.x - other.x, one.y - other.y)
