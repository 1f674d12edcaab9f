import * as dnd from '@dnd-kit/core'
import { useCallback, useDeferredValue, useEffect, useRef, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { animateDrop, markOver, type Drag } from './animate-drop.ts'
import { cn } from './cn.ts'
import { cloneOf } from './double.ts'
import { draggingIds } from './layout-animation.tsx'

export type DragAndDropProps = Pick<dnd.DndContextProps, 'id' | 'accessibility'> & {
  /** Its `data-drag-id` elements can be dragged; by keyboard, at their `data-drag-handle`. */
  root: RefObject<HTMLElement | null>
  /** The `data-drop-id` of each element that they can be dropped on. */
  dropIds: readonly dnd.UniqueIdentifier[]
  /** In `columns` a finger waits, so that a swipe scrolls, and the edge scrolls; `pieces` follow a finger at once. */
  variant: keyof typeof variants
  overlayClassName: string
  onStart?: (id: string) => void
  /** Returns true if the item will be rendered in that droppable, maybe some frames later. `overlay` is where the item was dropped. */
  onDrop: (id: string, dropId: string | undefined, overlay: dnd.ClientRect) => boolean
  onCancel?: (id: string) => void
}

/** Prefers the droppable under the pointer; else the closest of those within `reach` pixels of the pointer, or under the overlay. */
const collisionWithin =
  (reach?: number): dnd.CollisionDetection =>
  (args) => {
    const within = dnd.pointerWithin(args)
    if (within.length > 0) return within
    const { x, y } = args.pointerCoordinates ?? {}
    const isByPointer = reach !== undefined && x !== undefined && y !== undefined
    const collisionRect = isByPointer ? new DOMRect(x - reach, y - reach, 2 * reach, 2 * reach) : args.collisionRect
    const near = dnd.rectIntersection({ ...args, collisionRect }).map(({ id }) => id)
    return dnd.closestCenter({ ...args, droppableContainers: args.droppableContainers.filter(({ id }) => near.includes(id)) })
  }

const variants = {
  columns: { touch: { activationConstraint: { delay: 200, tolerance: 8 } }, collisionDetection: collisionWithin(24) },
  pieces: { touch: { activationConstraint: { distance: 8 } }, collisionDetection: collisionWithin() },
}

/** A droppable inside of the list, as a column is, counts from its top to its bottom, however short it is. */
function measure(element: HTMLElement): dnd.ClientRect {
  const { top, bottom, height } = (element.closest('[data-dragging]') ?? element).getBoundingClientRect()
  return { ...dnd.getClientRect(element), top, bottom, height }
}
const measuring = { droppable: { measure } }

/** 600 pixels a second at the very edge of the list: two columns a second can still be followed. */
const autoScroll = {
  threshold: { x: 0.15, y: 0 },
  acceleration: 6,
  interval: 10,
  layoutShiftCompensation: false,
  canScroll: (element: Element) => element.hasAttribute('data-dragging'),
}

const mouse = { activationConstraint: { distance: 6 } }
const keyboard: dnd.KeyboardSensorOptions = {
  keyboardCodes: { start: ['Space', 'Enter'], end: ['Space', 'Enter'], cancel: ['Escape', 'Tab'] },
  scrollBehavior: 'instant',
  coordinateGetter({ code }, { context: { collisionRect, droppableRects }, currentCoordinates: { x, y } }) {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[code]
    if (collisionRect === null || direction === undefined) return undefined
    const from = collisionRect.left + collisionRect.width / 2
    const steps = [...droppableRects.values()].map(({ left, width }) => (left + width / 2 - from) * direction).filter((step) => step > 1)
    return { x: steps.length === 0 ? x : x + Math.min(...steps) * direction, y }
  },
}

/** Renders each step at once, so that the next one in the same frame starts where this one ended. */
function flushed<Options>(props: dnd.SensorProps<Options>): dnd.SensorProps<Options> {
  const onMove = (at: { x: number; y: number }) => flushSync(() => props.onMove(at))
  const onStart = (at: { x: number; y: number }) => {
    flushSync(() => props.onStart(at))
    if (props.event instanceof KeyboardEvent) return
    // dnd-kit starts where the press was, and leaves out how far the event that starts it has come.
    const follow = (event: MouseEvent | TouchEvent) => {
      const { clientX: x, clientY: y } = 'touches' in event ? (event.touches[0] as Touch) : event
      onMove({ x, y })
    }
    window.addEventListener('touches' in props.event ? 'touchmove' : 'mousemove', follow, { once: true, passive: true })
  }
  return { ...props, onStart, onMove }
}

class MouseSensor extends dnd.MouseSensor {
  constructor(props: dnd.SensorProps<dnd.MouseSensorOptions>) {
    super(flushed(props))
  }
}

class KeyboardSensor extends dnd.KeyboardSensor {
  constructor(props: dnd.KeyboardSensorProps) {
    super(flushed(props))
    // It listens from the next task on, because the key that starts it goes on to the document: keys that come before that are sent again.
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

class TouchSensor extends dnd.TouchSensor {
  constructor(props: dnd.SensorProps<dnd.TouchSensorOptions>) {
    const ended = (end: () => void) => () => {
      listenersOf(this).removeAll()
      end()
    }
    super(flushed({ ...props, onEnd: ended(() => props.onEnd()), onCancel: ended(() => props.onCancel()) }))
  }
}

/**
 * The listeners with which a sensor stops clicks, until 50 ms after a drag. A finger that drags makes no click, so on a slow tablet the next
 * tap was lost to them. dnd-kit declares them private.
 */
const listenersOf = (sensor: dnd.TouchSensor) => (sensor as unknown as { documentListeners: { removeAll: () => void } }).documentListeners

const nothing = () => undefined
const silent = {
  screenReaderInstructions: { draggable: '' },
  announcements: { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing },
}

/**
 * Drag and drop for a list that it is rendered beside: one draggable, whose node is the item under the pointer, and one droppable for
 * each target. So a step of the pointer renders the overlay and no item (decision 0043). While an item is dragged, `root` has
 * `data-dragging`, the item `data-drag-source` and the target under the pointer `data-over`.
 */
export function DragAndDrop({ root, dropIds, variant, overlayClassName, accessibility = silent, onStart, onDrop, onCancel, ...context }: DragAndDropProps) {
  const pressed = useRef<HTMLElement>(null)
  const drag = useRef<Drag>(undefined)
  const { touch, collisionDetection } = variants[variant]
  const sensors = dnd.useSensors(dnd.useSensor(MouseSensor, mouse), dnd.useSensor(TouchSensor, touch), dnd.useSensor(KeyboardSensor, keyboard))
  const showClone = useCallback((overlay: HTMLElement | null) => drag.current && overlay?.replaceChildren(cloneOf(drag.current.item)), [])
  useEffect(() => cancelDrag, [])
  return (
    <dnd.DndContext
      {...context}
      {...{ sensors, collisionDetection, measuring, autoScroll }}
      accessibility={{ restoreFocus: false, ...accessibility }}
      onDragStart={({ activatorEvent }) => {
        const [item, list] = [pressed.current, root.current]
        if (item === null || list === null) return
        drag.current?.landing?.complete()
        markOver(drag.current, null)
        const isByKey = activatorEvent instanceof KeyboardEvent
        // A press focuses the card; following it to where it is dropped would cost the frame that shows it there.
        const focused = !isByKey && document.activeElement instanceof HTMLElement && item.contains(document.activeElement) ? document.activeElement : null
        focused?.blur()
        drag.current = { id: item.dataset['dragId'] ?? '', item, root: list, focused, isByKey, isActive: true, target: null, isAwaited: false }
        item.dataset['dragSource'] = ''
        list.dataset['dragging'] = ''
        draggingIds.clear()
        draggingIds.add(item.dataset['glide'] ?? '')
        onStart?.(drag.current.id)
      }}
      onDragOver={({ collisions }) => markOver(drag.current, targetOf(collisions))}
      onDragEnd={({ active, collisions }) => {
        if (drag.current === undefined || active.rect.current.translated === null) return
        // Newer than `over`, which is rendered a task later.
        const id = collisions?.[0] && String(collisions[0].id)
        Object.assign(drag.current, { isActive: false, target: targetOf(collisions) })
        drag.current.isAwaited = onDrop(drag.current.id, id, active.rect.current.translated)
      }}
      onDragCancel={() => {
        if (drag.current === undefined) return
        drag.current.isActive = false
        if (!drag.current.isByKey) ignoreClickOfPress()
        onCancel?.(drag.current.id)
      }}
    >
      <Draggable root={root} pressed={pressed} drag={drag} />
      {dropIds.map((id) => (
        <Droppable key={id} id={id} />
      ))}
      <dnd.DragOverlay
        zIndex={35}
        className="pointer-events-none will-change-transform"
        dropAnimation={({ dragOverlay }) => animateDrop(dragOverlay.node, drag)}
      >
        <div data-drag-overlay ref={showClone} className={cn('size-full', overlayClassName)} />
      </dnd.DragOverlay>
    </dnd.DndContext>
  )
}

type DraggableProps = { root: RefObject<HTMLElement | null>; pressed: RefObject<HTMLElement | null>; drag: RefObject<Drag | undefined> }

function Draggable({ root, pressed, drag }: DraggableProps) {
  const { activatorEvent, listeners, setNodeRef, isDragging } = dnd.useDraggable({ id: 'item', data: pressed })
  // Deferred: what the mouse hovers then is worked out after the frame of the drop.
  const isBlocked = useDeferredValue(isDragging && activatorEvent instanceof MouseEvent)
  // dnd-kit scrolls to the node before the drop animation, but the item moves to another place.
  const forgetItem = () => setNodeRef(root.current)
  dnd.useDndMonitor({ onDragEnd: forgetItem, onDragCancel: forgetItem })
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const activate = (name: string) => (event: Event) => {
      const item = event.target instanceof Element && event.target.closest<HTMLElement>('[data-drag-id]')
      if (!item || (event instanceof MouseEvent && event.button !== 0)) return
      if (event instanceof KeyboardEvent && (event.repeat || event.target !== item.querySelector('[data-drag-handle]'))) return
      const before = pressed.current
      setNodeRef((pressed.current = item))
      listeners?.[name]?.({ nativeEvent: event, target: event.target, preventDefault: () => event.preventDefault() })
      // dnd-kit marks an event that it takes, and takes none while another press goes on.
      if (!('dndKit' in event)) setNodeRef((pressed.current = before))
    }
    // A finger that drags neither scrolls nor taps, and the browser drags no picture or link in place of the item.
    const ignoreTouch = (event: Event) => drag.current?.isActive && event.cancelable && event.preventDefault()
    const list = root.current
    list?.addEventListener('mousedown', activate('onMouseDown'), { signal })
    list?.addEventListener('touchstart', activate('onTouchStart'), { signal, passive: true })
    list?.addEventListener('keydown', activate('onKeyDown'), { signal })
    list?.addEventListener('touchmove', ignoreTouch, { signal, passive: false })
    list?.addEventListener('touchend', ignoreTouch, { signal, capture: true })
    list?.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
    list?.addEventListener('focusout', () => drag.current?.isActive && drag.current.isByKey && cancelDrag(), { signal })
    window.addEventListener('blur', cancelDrag, { signal })
    return () => ended.abort()
  }, [root, pressed, drag, setNodeRef, listeners])
  // Keeps the page under the overlay from hover and clicks, and shows the grabbing cursor.
  return isBlocked && <div className="fixed inset-0 z-34 cursor-grabbing" />
}

function Droppable({ id }: { id: dnd.UniqueIdentifier }) {
  const { setNodeRef } = dnd.useDroppable({ id })
  useEffect(() => setNodeRef(document.querySelector<HTMLElement>(`[data-drop-id="${CSS.escape(String(id))}"]`)), [id, setNodeRef])
  return null
}

const targetOf = (collisions: dnd.Collision[] | null): HTMLElement | null => collisions?.[0]?.data?.['droppableContainer'].node.current ?? null

/** dnd-kit has no call that ends a drag or a press, but each of its sensors listens for Escape. */
function cancelDrag(): void {
  document.dispatchEvent(new KeyboardEvent('keydown', { code: 'Escape' }))
}

/** A drag that was cancelled with the button still down is no click when that comes up. */
function ignoreClickOfPress(): void {
  const ended = new AbortController()
  window.addEventListener('click', (event) => event.stopPropagation(), { signal: ended.signal, capture: true })
  window.addEventListener('pointerdown', () => ended.abort(), { signal: ended.signal, capture: true })
}
