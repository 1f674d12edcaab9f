import { Component, createRef, type ReactNode, type RefObject } from 'react'
import { showArrival } from './arrival.ts'
import { doubleOf } from './double.ts'
import { homesIn, itemsIn, patience } from './places.ts'
import { isStill, springDuration, springEasing } from './spring.ts'

export type GlideProps = {
  children: ReactNode
  className?: string
  /** What stands in each home, in order, where that is known: a home in which nothing changes is then not measured. */
  contents?: ReadonlyMap<string, readonly unknown[]>
  /** Gets the element around everything inside. */
  rootRef?: RefObject<HTMLDivElement | null>
}

/** The items that are dragged, or on their way to where they were dropped: they find their place by themselves. */
export const draggingIds = new Set<string>()

type Place = { element: HTMLElement; rect: DOMRect; home: string }
type Places = ReadonlyMap<string, Place>
type Focused = { control: Element; id: string; place: number; isSeen: boolean }
type Measured = { places: Places; focused: Focused | undefined; isChanging: (home: string) => boolean }

/**
 * Makes whatever changes its place inside move there instead of jumping. Items carry
 * `data-glide="<id>"`, and stand in a `data-glide-home="<id>"`: one that changes its home glides
 * above everything, so that no scrolling list cuts it off, and its list scrolls to it; neighbours close
 * the gap in place. The focus goes along with its item.
 */
export class Glide extends Component<GlideProps> {
  private readonly rootRef = this.props.rootRef ?? createRef<HTMLDivElement>()

  // Measured just before the page changes: scrolling in between makes older figures wrong.
  override getSnapshotBeforeUpdate({ contents: before }: GlideProps): Measured {
    const { contents } = this.props
    const isChanging = (home: string) => !isSame(before?.get(home), contents?.get(home))
    return { places: placesIn(this.rootRef.current, isChanging), focused: focusIn(this.rootRef.current), isChanging }
  }

  override componentDidUpdate(_props: GlideProps, _state: unknown, { places, focused, isChanging }: Measured): void {
    // First: it may scroll.
    if (focused) follow(this.rootRef.current, focused)
    if (places.size === 0) return
    const still = isStill()
    for (const [id, now] of placesIn(this.rootRef.current, isChanging)) {
      const then = places.get(id)
      if (then === undefined || draggingIds.has(id)) continue
      const { element } = now
      if (then.home !== now.home) now.rect = showArrival(element)
      if (still) continue
      const x = then.rect.left - now.rect.left
      const y = then.rect.top - now.rect.top
      if (then.home !== now.home) glideAbove(element, now.rect, x, y)
      else if (Math.abs(y) > 1 && Math.abs(x) < 1 && (isInSight(then.rect) || isInSight(now.rect))) slide(element, y)
    }
  }

  override render() {
    return (
      <div ref={this.rootRef} className={this.props.className}>
        {this.props.children}
      </div>
    )
  }
}

const isSame = (before: readonly unknown[] | undefined, now: readonly unknown[] | undefined) =>
  before !== undefined && before.length === now?.length && before.every((item, index) => item === now[index])

const controlsOf = (item: Element) => [...item.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')]

function focusIn(root: HTMLElement | null): Focused | undefined {
  const control = document.activeElement
  const item = control?.closest<HTMLElement>('[data-glide]')
  if (!control || !item || root?.contains(item) !== true) return undefined
  const place = controlsOf(item).findIndex((other) => other === control)
  return { control, id: item.dataset['glide'] ?? '', place, isSeen: control.matches(':focus-visible') }
}

/** An item is drawn anew in its new home, and the focus in it would fall to the page. Only who works with keys is taken there. */
function follow(root: HTMLElement | null, focused: Focused, since = performance.now()): void {
  const { control, id, place, isSeen } = focused
  if (control.isConnected || document.activeElement !== document.body) return
  const item = root?.querySelector(`[data-glide="${CSS.escape(id)}"]`)
  if (item) {
    controlsOf(item)[place]?.focus({ preventScroll: true })
    if (isSeen) item.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  } else if (performance.now() - since < patience) requestAnimationFrame(() => follow(root, focused, since))
}

/** Measuring is dear on a long board: of each home only what can be seen is, and what lies below counts as just out of sight. */
function placesIn(root: HTMLElement | null, isChanging: (home: string) => boolean): Places {
  const places = new Map<string, Place>()
  for (const within of root ? homesIn(root) : []) {
    const home = within.dataset['glideHome'] ?? ''
    if (!isChanging(home)) continue
    const { left, width, bottom } = within.getBoundingClientRect()
    const below = Math.min(bottom, window.innerHeight)
    let rect: DOMRect | undefined
    for (const element of itemsIn(within)) {
      if (rect === undefined || rect.top < below) rect = element.getBoundingClientRect()
      if (rect.top >= below) rect = new DOMRect(left, below, width, rect.height)
      places.set(element.dataset['glide'] ?? '', { element, rect, home })
    }
  }
  return places
}

/** A long column moves as a whole when a card leaves it; only what can be seen is worth moving. */
function isInSight({ top, bottom, left, right }: DOMRect): boolean {
  return bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth
}

function slide(element: HTMLElement, y: number): void {
  element.animate([{ transform: `translateY(${y}px)` }, { transform: 'none' }], { duration: springDuration, easing: springEasing })
}

function glideAbove(element: HTMLElement, rect: DOMRect, x: number, y: number): void {
  const double = doubleOf(element, rect)
  double.style.boxShadow = 'var(--lift)'
  // Not by its visibility: it may have the focus.
  element.style.opacity = '0'
  const flight = double.animate([{ transform: `translate(${x}px, ${y}px) rotate(${x < 0 ? 1.5 : -1.5}deg)` }, { transform: 'none' }], {
    duration: springDuration,
    easing: springEasing,
  })
  const land = () => {
    element.style.opacity = ''
    double.remove()
  }
  flight.finished.then(land, land)
}
