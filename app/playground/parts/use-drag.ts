import { useRef, type MouseEvent, type PointerEvent } from 'react'
import { isStill, springDuration, springEasing } from '#app/ui/spring.ts'
import { useOwnTouch } from './use-own-touch.ts'

/** A finger that trembles so far still taps. */
const slack = 8

type Held = { id: number; element: HTMLElement; x: number; y: number; isMoving: boolean; over: HTMLElement | undefined }

export type DragProps = {
  onPick?: (id: number) => void
  /** Let go of over an element that carries `data-drop`, by the name in it. Whatever has moved its place is drawn before this returns. */
  onDrop: (id: number, place: string) => void
}

/**
 * Things that follow the finger. Answers what an element needs to be one of them; besides, it can be a button: a tap is no drag.
 * It is dropped where most of it lies, so a small hand need not aim.
 */
export function useDrag({ onPick, onDrop }: DragProps) {
  const held = useRef<Held>(undefined)
  const wasDragged = useRef(false)
  useOwnTouch(() => held.current?.isMoving === true)

  const onPointerDown = (id: number) => (event: PointerEvent<HTMLElement>) => {
    wasDragged.current = false
    if (event.button !== 0 || !event.isPrimary || held.current?.element.isConnected === true) return
    // From the first touch: a quick finger is out of the element before it has moved once.
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = { id, element: event.currentTarget, x: event.clientX, y: event.clientY, isMoving: false, over: undefined }
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const drag = held.current
    if (drag === undefined || drag.element !== event.currentTarget) return
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y]
    if (!drag.isMoving) {
      if (Math.hypot(x, y) < slack) return
      drag.isMoving = true
      wasDragged.current = true
      drag.element.dataset['held'] = ''
      onPick?.(drag.id)
    }
    drag.element.style.transform = `translate(${x}px, ${y}px) scale(1.1)`
    const over = placeUnder(drag.element)
    if (over === drag.over) return
    delete drag.over?.dataset['over']
    if (over !== undefined) over.dataset['over'] = ''
    drag.over = over
  }

  const letGo = (isDropped: boolean) => (event: PointerEvent<HTMLElement>) => {
    const drag = held.current
    if (drag === undefined || drag.element !== event.currentTarget) return
    held.current = undefined
    if (!drag.isMoving) return
    const { element, over, id } = drag
    const from = element.style.transform
    const place = over?.dataset['drop']
    delete over?.dataset['over']
    if (isDropped && place !== undefined) onDrop(id, place)
    delete element.dataset['held']
    element.style.transform = ''
    if (element.isConnected && !isStill()) element.animate([{ transform: from }, { transform: 'none' }], { duration: springDuration, easing: springEasing })
  }

  const onClickCapture = (event: MouseEvent<HTMLElement>) => {
    // A key's click has no detail, and follows no drag.
    if (!wasDragged.current || event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (id: number) => ({
    onPointerDown: onPointerDown(id),
    onPointerMove,
    onPointerUp: letGo(true),
    onPointerCancel: letGo(false),
    onClickCapture,
  })
}

/** The place most of the element covers. */
function placeUnder(element: HTMLElement): HTMLElement | undefined {
  const own = element.getBoundingClientRect()
  let most = 0
  let found: HTMLElement | undefined
  for (const place of document.querySelectorAll<HTMLElement>('[data-drop]')) {
    const rect = place.getBoundingClientRect()
    const across = Math.min(own.right, rect.right) - Math.max(own.left, rect.left)
    const down = Math.min(own.bottom, rect.bottom) - Math.max(own.top, rect.top)
    if (across <= 0 || down <= 0 || across * down <= most) continue
    most = across * down
    found = place
  }
  return found
}
