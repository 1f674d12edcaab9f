import { showArrival } from './arrival.ts'
import { carried } from './carried.ts'
import { doubleOf } from './double.ts'
import { homesIn, itemsIn, patience } from './places.ts'
import { isStill, springDuration, springEasing } from './spring.ts'

/** What happens to items that are carried from one home to another; `home` is undefined where there is none. */
export type Carry = {
  onLift: (id: string) => void
  onOver: (id: string, home: string | undefined) => void
  /** Answers whether the item goes there; where it does not, it returns to its place. */
  onDrop: (id: string, home: string | undefined) => boolean
  onCancel: (id: string) => void
}

type Point = { x: number; y: number }
type Held = {
  id: string
  hand: HTMLElement
  shield: HTMLElement
  /** Where the item was when it was lifted, and the hand that lifted it. */
  rect: DOMRect
  from: Point
  at: Point
  isByKey: boolean
  /** What had the focus in it; gets it back where the item stays. */
  focused: HTMLElement | undefined
  over: string | undefined
}

/** A mouse goes a small way first, so that a click stays a click; a finger waits first, so that a swipe scrolls. */
const firstWay = 6
const firstWait = 200
const waitTolerance = 8
/** At the very edge the board moves by so many pixels a second, from so near an edge on: two columns a second can still be followed with the eye. */
const edgeSpeed = 600
const edge = 0.15
/** How far beside a home is still in it. */
const reach = 24

/**
 * Makes the items inside be carried: by mouse, pen or finger anywhere on them, by keyboard at their
 * `data-carry-grip`. Items and homes are those of `Glide`. Nothing is drawn anew by React while one is
 * carried: the item is marked `data-lifted`, the home under it `data-over`, the root `data-dragging`, and a
 * double of it, marked `data-hand`, follows the hand. Answers how to end it.
 */
export function carryWithin(root: HTMLElement, carry: Carry): () => void {
  const end = new AbortController()
  const { signal } = end
  let held: Held | undefined
  let frame = 0
  let lastFrame = 0
  let release = () => {}
  /** As they were when the item was lifted. */
  let homes: readonly HTMLElement[] = []

  const itemIn = (home: Element | undefined, id: string) => home && itemsIn(home).find((item) => item.dataset['glide'] === id)
  const homeOf = (id: string) => homes.find((home) => itemIn(home, id))

  const lift = (item: HTMLElement, from: Point, isByKey = false) => {
    const id = item.dataset['glide'] ?? ''
    const rect = item.getBoundingClientRect()
    const hand = doubleOf(item, rect)
    hand.dataset['hand'] = ''
    item.dataset['lifted'] = ''
    root.dataset['dragging'] = ''
    carried.add(id)
    unmark()
    homes = homesIn(root)
    // A press gives its card the focus; to lose it where the card is dropped would cost the frame that shows it there.
    const active = document.activeElement
    const focused = !isByKey && active instanceof HTMLElement && item.contains(active) ? active : undefined
    focused?.blur()
    held = { id, hand, shield: shieldOver(hand), rect, from, at: from, isByKey, focused, over: undefined }
    carry.onLift(id)
  }

  const unmark = () => {
    for (const home of homes) delete home.dataset['over']
  }

  const mark = (home: HTMLElement | undefined) => {
    if (held === undefined || home?.dataset['glideHome'] === held.over) return
    unmark()
    if (home) home.dataset['over'] = ''
    held.over = home?.dataset['glideHome']
    carry.onOver(held.id, held.over)
  }

  const follow = () => {
    if (held) held.hand.style.transform = `translate(${held.at.x - held.from.x}px, ${held.at.y - held.from.y}px) rotate(2deg)`
  }

  // Once a frame, however often the hand tells where it is.
  const draw = (time: number) => {
    frame = 0
    if (held === undefined) return
    const { left, right, top, bottom, width } = root.getBoundingClientRect()
    const { x, y } = held.at
    const depth = Math.min(1, Math.max(0, 1 - (right - x) / (width * edge))) - Math.min(1, Math.max(0, 1 - (x - left) / (width * edge)))
    if (depth !== 0) {
      root.scrollLeft += (depth * edgeSpeed * Math.min(50, time - lastFrame)) / 1000
      frame = requestAnimationFrame(draw)
    }
    lastFrame = time
    follow()
    const beside = homes.map((home) => {
      const rect = home.getBoundingClientRect()
      return { home, away: Math.max(rect.left - x, x - rect.right, 0) }
    })
    const nearest = beside.toSorted((one, other) => one.away - other.away)[0]
    mark(nearest && nearest.away <= reach && y >= top && y <= bottom ? nearest.home : undefined)
  }

  const moveTo = (at: Point) => {
    if (held === undefined) return
    held.at = at
    if (frame !== 0) return
    lastFrame = performance.now()
    frame = requestAnimationFrame(draw)
  }

  /** Brings the double to where the item is by then, as soon as that is in `home`. */
  const settle = ({ id, hand, rect, focused }: Held, home: string | undefined) => {
    const began = performance.now()
    const target = homes.find((other) => other.dataset['glideHome'] === home)
    const land = () => {
      const there = itemIn(target, id)
      const item = there ?? itemIn(homeOf(id), id)
      if (item && !there && home !== undefined && performance.now() - began < patience && !signal.aborted) return void requestAnimationFrame(land)
      const lie = () => {
        hand.remove()
        carried.delete(id)
        if (item) item.style.opacity = ''
      }
      // With the frame that shows it there: until then nothing else has to be drawn anew.
      if (held === undefined) {
        delete root.dataset['dragging']
        unmark()
      }
      if (item === undefined) return lie()
      delete item.dataset['lifted']
      if (home === undefined) focused?.focus({ preventScroll: true })
      const to = there ? showArrival(there) : item.getBoundingClientRect()
      if (isStill()) return lie()
      item.style.opacity = '0'
      const place = { transform: `translate(${to.left - rect.left}px, ${to.top - rect.top}px)` }
      hand.animate([{ transform: hand.style.transform }, place], { duration: springDuration, easing: springEasing, fill: 'forwards' }).finished.then(lie, lie)
      return undefined
    }
    land()
  }

  const letGo = () => {
    release()
    if (held === undefined) return
    // The hand may have come further since the last frame.
    if (!held.isByKey) draw(performance.now())
    const dropped = held
    held = undefined
    removeLater(dropped.shield)
    settle(dropped, carry.onDrop(dropped.id, dropped.over) ? dropped.over : undefined)
  }

  const cancel = (isPressed = false) => {
    release()
    if (held === undefined) return
    const cancelled = held
    held = undefined
    if (isPressed) window.addEventListener('pointerup', () => removeLater(cancelled.shield), { once: true })
    else removeLater(cancelled.shield)
    carry.onCancel(cancelled.id)
    settle(cancelled, undefined)
  }

  /** One press of a hand, from its beginning to its end. */
  const press = () => {
    const over = new AbortController()
    const until = over.signal
    release = () => over.abort()
    signal.addEventListener('abort', release, { signal: until })
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || held === undefined) return
      event.preventDefault()
      event.stopPropagation()
      cancel(!held.isByKey)
    }
    window.addEventListener('keydown', escape, { capture: true, signal: until })
    window.addEventListener('blur', () => cancel(), { signal: until })
    return until
  }

  const itemUnder = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLElement>('[data-glide]') : null)

  root.addEventListener(
    'pointerdown',
    (event) => {
      const item = itemUnder(event)
      if (held || item === null || event.pointerType === 'touch' || event.button !== 0) return
      const from = { x: event.clientX, y: event.clientY }
      const until = press()
      window.addEventListener('selectstart', (selection) => selection.preventDefault(), { signal: until })
      window.addEventListener(
        'pointermove',
        ({ clientX: x, clientY: y }) => {
          if (held === undefined && Math.hypot(x - from.x, y - from.y) >= firstWay) lift(item, from)
          moveTo({ x, y })
        },
        { signal: until },
      )
      window.addEventListener('pointerup', letGo, { signal: until })
      window.addEventListener('pointercancel', () => cancel(), { signal: until })
    },
    { signal },
  )

  root.addEventListener(
    'touchstart',
    (event) => {
      const item = itemUnder(event)
      const [touch] = event.touches
      if (held || item === null || touch === undefined || event.touches.length > 1) return
      const from = { x: touch.clientX, y: touch.clientY }
      const until = press()
      const timer = setTimeout(() => lift(item, from), firstWait)
      until.addEventListener('abort', () => clearTimeout(timer))
      const onMove = ({ touches }: TouchEvent) => {
        const [finger] = touches
        if (finger === undefined || touches.length > 1) return cancel()
        const { clientX: x, clientY: y } = finger
        if (held) return moveTo({ x, y })
        if (Math.hypot(x - from.x, y - from.y) > waitTolerance) release()
        return undefined
      }
      const onEnd = (ended: TouchEvent) => {
        // A lifted finger is no tap.
        if (held && ended.cancelable) ended.preventDefault()
        letGo()
      }
      // At the card itself: should it vanish meanwhile, nothing else hears of this finger any more.
      const target = event.target ?? root
      target.addEventListener('touchmove', onMove as EventListener, { signal: until })
      target.addEventListener('touchend', onEnd as EventListener, { signal: until })
      target.addEventListener('touchcancel', () => cancel(), { signal: until })
      window.addEventListener('contextmenu', (menu) => menu.preventDefault(), { signal: until })
    },
    { signal, passive: true },
  )
  // A picture or a link that the system begins to drag takes the pointer away from its card.
  root.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
  // There from the beginning: a browser that has begun to scroll asks nobody any more.
  root.addEventListener('touchmove', (event) => held && event.cancelable && event.preventDefault(), { signal, passive: false })

  const step = (by: number) => {
    if (held === undefined) return
    const own = homeOf(held.id)?.dataset['glideHome']
    const next = homes[homes.findIndex((home) => home.dataset['glideHome'] === (held?.over ?? own)) + by]
    if (next === undefined) return
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const { left, top, width } = next.getBoundingClientRect()
    held.at = { x: held.from.x + left + (width - held.rect.width) / 2 - held.rect.left, y: held.from.y + top + 60 - held.rect.top }
    follow()
    mark(next)
  }

  root.addEventListener(
    'keydown',
    (event) => {
      const isChoice = event.code === 'Space' || event.code === 'Enter'
      if (held === undefined) {
        const item = itemUnder(event)
        if (!isChoice || event.repeat || item === null || !(event.target as Element).closest('[data-carry-grip]')) return
        event.preventDefault()
        const until = press()
        const { left: x, top: y } = item.getBoundingClientRect()
        lift(item, { x, y }, true)
        root.addEventListener('focusout', () => cancel(), { signal: until })
        return
      }
      if (!held.isByKey) return
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.code]
      if (by === undefined && !isChoice) return
      event.preventDefault()
      if (by === undefined) letGo()
      else step(by)
    },
    { signal },
  )

  return () => {
    cancel()
    end.abort()
  }
}

/** Over the page, under the hand: nothing else is hovered or clicked, and the pointer is a hand that holds. */
function shieldOver(hand: HTMLElement): HTMLElement {
  const shield = document.createElement('div')
  Object.assign(shield.style, { position: 'fixed', inset: '0', zIndex: '34', cursor: 'grabbing' })
  hand.before(shield)
  return shield
}

/** The browser still makes a click of a press and its end: it falls on the shield. */
const removeLater = (shield: HTMLElement) => setTimeout(() => shield.remove())
