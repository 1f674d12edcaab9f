import * as dnd from '@dnd-kit/core'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { animateSpring } from './animate-spring.ts'
import { cn } from '../layout/cn.ts'
import { cloneOf } from './clone-element.ts'
import { moveAbove } from './layout-animation.tsx'
import { prefersReducedMotion } from './reduced-motion.ts'

export type DragAndDropProps = {
  /** Called at each step, for what screen readers are told. */
  steps?: dnd.Announcements
  /**
   * Its `data-drag-id` elements can be dragged; by keyboard, at their `data-drag-handle`. Has `data-draggable` once they
   * can, and `data-dragging` during a drag.
   */
  root: RefObject<HTMLElement | null>
  /** The `data-drop-id` of each drop target; the one under the pointer has `data-over`. */
  dropIds: readonly dnd.UniqueIdentifier[]
  /** In `columns` a touch drag starts after a delay, so that a swipe scrolls; `pieces` follow a finger at once. */
  variant: keyof typeof touch
  overlayClassName: string
  onStart?: (id: string) => void
  /**
   * Returns true if the item will be rendered in that droppable, maybe some frames later. `overlay` is the rectangle of
   * the drop.
   */
  onDrop: (id: string, dropId: string | undefined, overlay: dnd.ClientRect) => boolean
  onCancel?: (id: string) => void
}

const mouse = { activationConstraint: { distance: 6 } }
const touch = {
  columns: { activationConstraint: { delay: 200, tolerance: 8 } },
  pieces: { activationConstraint: { distance: 8 } },
}
const keyboard: dnd.KeyboardSensorOptions = {
  keyboardCodes: { start: ['Space', 'Enter'], end: ['Space', 'Enter'], cancel: ['Escape', 'Tab'] },
  scrollBehavior: 'instant',
  coordinateGetter({ code }, { context: { collisionRect, droppableRects }, currentCoordinates: { x, y } }) {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[code]
    if (collisionRect === null || direction === undefined) return undefined
    const from = collisionRect.left + collisionRect.width / 2
    // Beside a scrollbar an item is not in the middle of the droppable that it is over.
    const steps = [...droppableRects.values()]
      .filter(({ left, right }) => from < left || from > right)
      .map(({ left, width }) => (left + width / 2 - from) * direction)
      .filter((step) => step > 0)
    return { x: steps.length === 0 ? x : x + Math.min(...steps) * direction, y }
  },
}

/** Prefers the droppable under the pointer; else the closest of those under the overlay. */
const collisionDetection: dnd.CollisionDetection = (args) => {
  const within = dnd.pointerWithin(args)
  const under = dnd.rectIntersection(args).map(({ id }) => id)
  return within.length > 0
    ? within
    : dnd.closestCenter({
        ...args,
        droppableContainers: args.droppableContainers.filter(({ id }) => under.includes(id)),
      })
}

/** A droppable inside of the list, such as a column, counts with the list's full height. */
function measure(element: HTMLElement): dnd.ClientRect {
  const { top, bottom, height } = (element.closest('[data-dragging]') ?? element).getBoundingClientRect()
  return { ...dnd.getClientRect(element), top, bottom, height }
}
const measuring = { droppable: { measure } }

/** 600 pixels a second at the edge of the list: two columns a second, which the eye can follow. */
const autoScroll = {
  threshold: { x: 0.15, y: 0 },
  acceleration: 6,
  interval: 10,
  layoutShiftCompensation: false,
  canScroll: (element: Element) => element.hasAttribute('data-dragging'),
}

/** Milliseconds within which React renders an item where it was dropped. */
const renderTimeoutMs = 1000

/** A sensor whose steps are rendered at once, so that the next one in the same frame starts where this one ended. */
function flushed<Options extends object>(Sensor: dnd.Sensor<Options>): dnd.Sensor<Options> {
  return class extends Sensor {
    constructor(props: dnd.SensorProps<Options>) {
      const onMove = (at: { x: number; y: number }) => flushSync(() => props.onMove(at))
      const onStart = (at: { x: number; y: number }) => {
        flushSync(() => props.onStart(at))
        // dnd-kit starts at the press, and ignores the distance to the event that starts the drag.
        const follow = (event: MouseEvent | TouchEvent) => {
          const { clientX: x, clientY: y } = 'touches' in event ? (event.touches[0] as Touch) : event
          onMove({ x, y })
        }
        if (!(props.event instanceof KeyboardEvent))
          window.addEventListener('touches' in props.event ? 'touchmove' : 'mousemove', follow, { once: true })
      }
      super({ ...props, onStart, onMove })
    }
  }
}

const MouseSensor = flushed(dnd.MouseSensor)

class KeyboardSensor extends flushed(dnd.KeyboardSensor) {
  constructor(props: dnd.KeyboardSensorProps) {
    super(props)
    // The sensor listens from the next task on, because its start key still bubbles to the document: earlier keys are
    // sent again.
    const isListening = new AbortController()
    const sendAgain = (event: KeyboardEvent) => {
      event.preventDefault()
      event.stopPropagation()
      setTimeout(() => document.dispatchEvent(new KeyboardEvent('keydown', { code: event.code })))
    }
    window.addEventListener('keydown', sendAgain, { signal: isListening.signal, capture: true })
    setTimeout(() => isListening.abort())
  }
}

class TouchSensor extends flushed(dnd.TouchSensor) {
  constructor(props: dnd.SensorProps<dnd.TouchSensorOptions>) {
    // The sensor stops clicks until 50 ms after a drag. A touch drag causes no click, so on a slow tablet the next tap
    // was lost.
    const ended = (end: () => void) => () => {
      // dnd-kit declares them private.
      ;(this as unknown as { documentListeners: { removeAll: () => void } }).documentListeners.removeAll()
      end()
    }
    super({ ...props, onEnd: ended(() => props.onEnd()), onCancel: ended(() => props.onCancel()) })
  }
}

const nothing = () => undefined
const silent = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing }
/** Keeps the live region of dnd-kit out of the page. */
const container = document.createElement('div')

/**
 * Drag and drop for a list beside it, with one draggable, whose node is the item under the pointer, so that a step of
 * the pointer renders the overlay and no item (decision 0043). A `LayoutAnimation` around the list moves a dropped item
 * from the overlay to its new place.
 */
export function DragAndDrop({
  root,
  dropIds,
  variant,
  overlayClassName,
  steps = silent,
  onStart,
  onDrop,
  onCancel,
}: DragAndDropProps) {
  const item = useRef<HTMLElement>(null)
  const isActive = useRef(false)
  const willMove = useRef(false)
  const targetsAtStart = useRef('')
  const sensors = dnd.useSensors(
    dnd.useSensor(MouseSensor, mouse),
    dnd.useSensor(TouchSensor, touch[variant]),
    dnd.useSensor(KeyboardSensor, keyboard),
  )
  const showClone = useCallback(
    (overlay: HTMLElement | null) => void (item.current && overlay?.replaceChildren(cloneOf(item.current))),
    [],
  )
  const end = () => {
    const list = root.current
    isActive.current = false
    afterPaint(() => !isActive.current && list?.removeAttribute('data-dragging'))
    return item.current?.dataset['dragId'] ?? ''
  }
  /** Keeps the overlay until the item is rendered in the target; an item that stays moves back to its place. */
  const dropAnimation: dnd.DropAnimation = async ({ dragOverlay: { node, rect } }) => {
    const [dropped, deadline] = [item.current, performance.now() + renderTimeoutMs]
    const before = dropped?.getBoundingClientRect()
    const isThere = () => dropped?.isConnected && dropped.getBoundingClientRect().left === before?.left
    const isComing = () => willMove.current && isThere() && performance.now() < deadline
    while (isComing()) await new Promise(requestAnimationFrame)
    dropped?.removeAttribute('data-drag-source')
    node.style.visibility = 'hidden'
    const from = new DOMRect(rect.left, rect.top)
    if (dropped?.isConnected && !prefersReducedMotion())
      moveAbove(dropped, from, dropped.getBoundingClientRect(), animateSpring)
  }
  useEffect(() => cancelDrag, [])
  // Ends a drag before it is over another target than the pointer was moved to.
  const targets = dropIds.join(' ')
  useLayoutEffect(() => {
    if (isActive.current && targets !== targetsAtStart.current) cancelDrag()
  }, [targets])
  return (
    <dnd.DndContext
      {...{ sensors, collisionDetection, measuring, autoScroll }}
      accessibility={{ restoreFocus: false, container, announcements: steps }}
      onDragStart={() => {
        if (item.current === null || root.current === null) return
        willMove.current = false
        isActive.current = true
        targetsAtStart.current = targets
        item.current.toggleAttribute('data-drag-source', true)
        root.current.toggleAttribute('data-dragging', true)
        onStart?.(item.current.dataset['dragId'] ?? '')
      }}
      onDragEnd={({ active, collisions }) => {
        // Newer than `over`, which is rendered a task later.
        const [id, dropId] = [end(), collisions?.[0] && String(collisions[0].id)]
        const { translated } = active.rect.current
        willMove.current = translated !== null && onDrop(id, dropId, translated)
      }}
      onDragCancel={() => onCancel?.(end())}
    >
      <Draggable {...{ root, item, isActive }} />
      {dropIds.map((id) => (
        <Droppable key={id} id={id} />
      ))}
      <dnd.DragOverlay zIndex={35} className="pointer-events-none will-change-transform" dropAnimation={dropAnimation}>
        <div data-drag-overlay ref={showClone} className={cn('size-full', overlayClassName)} />
      </dnd.DragOverlay>
    </dnd.DndContext>
  )
}

function Draggable({
  root,
  item,
  isActive,
}: Record<'root' | 'item', RefObject<HTMLElement | null>> & { isActive: RefObject<boolean> }) {
  const { listeners, setNodeRef } = dnd.useDraggable({ id: 'item' })
  const [isBlocked, setBlocked] = useState(false)
  // dnd-kit scrolls to the node before the drop animation, but the item moves to another place.
  const forgetItem = () => setNodeRef(root.current)
  dnd.useDndMonitor({
    onDragStart: ({ activatorEvent }) => setBlocked(activatorEvent instanceof MouseEvent),
    onDragEnd: forgetItem,
    onDragCancel: forgetItem,
  })
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const activate = (name: string) => (event: Event) => {
      const pressed = event.target instanceof Element && event.target.closest<HTMLElement>('[data-drag-id]')
      if (!pressed || (event instanceof MouseEvent && event.button !== 0)) return
      if (event instanceof KeyboardEvent && event.target !== pressed.querySelector('[data-drag-handle]')) return
      const before = item.current
      setNodeRef((item.current = pressed))
      listeners?.[name]?.({ nativeEvent: event, target: event.target, preventDefault: () => event.preventDefault() })
      // dnd-kit marks an event that it takes, and takes none while another press goes on.
      if (!('dndKit' in event)) setNodeRef((item.current = before))
    }
    const list = root.current
    list?.addEventListener('mousedown', activate('onMouseDown'), { signal })
    list?.addEventListener('touchstart', activate('onTouchStart'), { signal, passive: true })
    list?.addEventListener('keydown', activate('onKeyDown'), { signal })
    // During a drag a finger neither scrolls nor taps, and the browser drags no picture or link instead.
    const ignoreTouch = (event: Event) => isActive.current && event.cancelable && event.preventDefault()
    list?.addEventListener('touchmove', ignoreTouch, { signal, passive: false })
    list?.addEventListener('touchend', ignoreTouch, { signal, capture: true })
    list?.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
    list?.addEventListener('focusout', () => isActive.current && cancelDrag(), { signal })
    window.addEventListener('blur', cancelDrag, { signal })
    // Not before: a drag that was cancelled with the button still down is no click.
    window.addEventListener('mouseup', () => afterPaint(() => setBlocked(false)), { signal })
    list?.toggleAttribute('data-draggable', true)
    return () => ended.abort()
  }, [root, item, isActive, setNodeRef, listeners])
  // Keeps the page under the overlay from hover and clicks, and shows the grabbing cursor.
  return isBlocked && <div className="fixed inset-0 z-34 cursor-grabbing" />
}

function Droppable({ id }: { id: dnd.UniqueIdentifier }) {
  const { active, setNodeRef, node, isOver } = dnd.useDroppable({ id })
  useEffect(
    () => setNodeRef(document.querySelector<HTMLElement>(`[data-drop-id="${CSS.escape(String(id))}"]`)),
    [id, setNodeRef],
  )
  useEffect(() => {
    const mark = () => node.current?.toggleAttribute('data-over', isOver)
    if (active === null) afterPaint(mark)
    else mark()
  }, [node, isOver, active])
  return null
}

/** Defers work at a drop past its first frame: repainting columns and hover styles would delay that frame. */
const afterPaint = (callback: () => void) => requestAnimationFrame(() => setTimeout(callback))

/** dnd-kit has no call that ends a drag or a press, but each of its sensors listens for Escape. */
function cancelDrag(): void {
  document.dispatchEvent(new KeyboardEvent('keydown', { code: 'Escape' }))
}
