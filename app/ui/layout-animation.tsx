import { Component, createRef, type ContextType, type ReactNode, type RefObject } from 'react'
import { showArrival } from './arrival.ts'
import { doubleOf } from './double.ts'
import { MotionContext, type MotionFeatures } from './motion.ts'
import { homesIn, itemsIn, patience } from './places.ts'
import { isStill } from './spring.ts'

export type LayoutAnimationProps = {
  children: ReactNode
  className?: string
  /** The items of each container in order, where that is known: a container whose items stay the same is not measured. */
  contents?: ReadonlyMap<string, readonly unknown[]>
  /** Gets the element around everything inside. */
  rootRef?: RefObject<HTMLDivElement | null>
}

/** The items that are dragged, or on their way to where they were dropped: their drop is animated apart. */
export const draggingIds = new Set<string>()

type Item = { element: HTMLElement; container: string; rect: DOMRect; origin: DOMRect }
type Items = ReadonlyMap<string, Item>
type Focused = { control: Element; id: string; index: number; isVisible: boolean }
type Snapshot = { items: Items; focused: Focused | undefined; isChanging: (container: string) => boolean }

/**
 * Animates what changes its place inside (FLIP), and keeps the focus on its item. Items carry `data-glide="<id>"` and stand in a
 * `data-glide-home="<id>"`. One that changes its container moves above the page, so that no scrolling list cuts it off, and its list scrolls
 * to it; others slide inside of their container.
 */
export class LayoutAnimation extends Component<LayoutAnimationProps> {
  static override contextType = MotionContext
  declare context: ContextType<typeof MotionContext>
  private readonly rootRef = this.props.rootRef ?? createRef<HTMLDivElement>()

  // Measured just before the page changes: scrolling in between makes older figures wrong.
  override getSnapshotBeforeUpdate({ contents: before }: LayoutAnimationProps): Snapshot {
    const { contents } = this.props
    const isChanging = (container: string) => !isSame(before?.get(container), contents?.get(container))
    return { items: measure(this.rootRef.current, isChanging), focused: focusIn(this.rootRef.current), isChanging }
  }

  override componentDidUpdate(_props: LayoutAnimationProps, _state: unknown, { items, focused, isChanging }: Snapshot): void {
    // First: it may scroll.
    if (focused) keepFocus(this.rootRef.current, focused)
    if (items.size === 0) return
    const spring = isStill() ? undefined : this.context?.animateSpring
    for (const [id, now] of measure(this.rootRef.current, isChanging)) {
      const before = items.get(id)
      if (before === undefined || draggingIds.has(id)) continue
      if (before.container !== now.container) {
        now.rect = showArrival(now.element)
        if (spring) moveAbove(spring, before, now)
      } else if (spring) slide(spring, before, now)
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
  const index = controlsOf(item).findIndex((other) => other === control)
  return { control, id: item.dataset['glide'] ?? '', index, isVisible: control.matches(':focus-visible') }
}

/** React mounts an item anew in another container, which drops its focus. Scrolls there only for somebody who works with keys. */
function keepFocus(root: HTMLElement | null, focused: Focused, since = performance.now()): void {
  const { control, id, index, isVisible } = focused
  if (control.isConnected || document.activeElement !== document.body) return
  const item = root?.querySelector(`[data-glide="${CSS.escape(id)}"]`)
  if (item) {
    controlsOf(item)[index]?.focus({ preventScroll: true })
    if (isVisible) item.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  } else if (performance.now() - since < patience) requestAnimationFrame(() => keepFocus(root, focused, since))
}

/** Measuring costs on a long board: of each container only the items in sight are measured, and those below count as just out of sight. */
function measure(root: HTMLElement | null, isChanging: (container: string) => boolean): Items {
  const items = new Map<string, Item>()
  for (const within of root ? homesIn(root) : []) {
    const container = within.dataset['glideHome'] ?? ''
    if (!isChanging(container)) continue
    const origin = within.getBoundingClientRect()
    const below = Math.min(origin.bottom, window.innerHeight)
    let rect: DOMRect | undefined
    for (const element of itemsIn(within)) {
      if (rect === undefined || rect.top < below) rect = element.getBoundingClientRect()
      if (rect.top >= below) rect = new DOMRect(rect.left, below, rect.width, rect.height)
      items.set(element.dataset['glide'] ?? '', { element, container, rect, origin })
    }
  }
  return items
}

const isInSight = ({ top, bottom, left, right }: DOMRect) => bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth

function slide(spring: MotionFeatures['animateSpring'], before: Item, { element, rect, origin }: Item): void {
  const x = before.rect.left - before.origin.left - (rect.left - origin.left)
  const y = before.rect.top - before.origin.top - (rect.top - origin.top)
  if (Math.hypot(x, y) > 1 && (isInSight(before.rect) || isInSight(rect))) void spring(element, { translate: [`${x}px ${y}px`, '0px 0px'] })
}

function moveAbove(spring: MotionFeatures['animateSpring'], before: Item, { element, rect }: Item): void {
  const [x, y] = [before.rect.left - rect.left, before.rect.top - rect.top]
  const clone = doubleOf(element, rect)
  clone.style.boxShadow = 'var(--lift)'
  // Not by its visibility: it may have the focus.
  element.style.opacity = '0'
  void spring(clone, { transform: [`translate(${x}px, ${y}px) rotate(${x < 0 ? 1.5 : -1.5}deg)`, 'none'] }).then(() => {
    element.style.opacity = ''
    clone.remove()
  })
}
