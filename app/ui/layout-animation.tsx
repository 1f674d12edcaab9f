import { Component, createRef, type ContextType, type ReactNode, type RefObject } from 'react'
import { showArrival } from './arrival.ts'
import { doubleOf } from './double.ts'
import { keepItemFocus } from './keep-item-focus.ts'
import { MotionContext } from './motion.ts'
import { prefersReducedMotion } from './reduced-motion.ts'

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

/** `offset` is from the corner of its container. */
type Item = { element: HTMLElement; container: string; rect: DOMRect; offset: { x: number; y: number } }
type Measure = () => ReadonlyMap<string, Item>
type Snapshot = { before: ReturnType<Measure>; measure: Measure; restoreFocus: () => void }

/**
 * Animates what changes its place inside (FLIP), and keeps the focus on its item. Items carry `data-glide="<id>"` and stand in a
 * `data-glide-home="<id>"`. One that changes its container moves above the page, so that no scrolling list cuts it off, and its list
 * scrolls to it; others slide inside of their container.
 */
export class LayoutAnimation extends Component<LayoutAnimationProps> {
  static override contextType = MotionContext
  declare context: ContextType<typeof MotionContext>
  private readonly rootRef = this.props.rootRef ?? createRef<HTMLDivElement>()

  // Measured just before the page changes: scrolling in between makes older figures wrong.
  override getSnapshotBeforeUpdate({ contents: before }: LayoutAnimationProps): Snapshot {
    const { contents } = this.props
    const measure = () => measureItems(this.rootRef.current, (container) => !isSame(before?.get(container), contents?.get(container)))
    return { before: measure(), measure, restoreFocus: keepItemFocus(this.rootRef.current) }
  }

  override componentDidUpdate(_props: LayoutAnimationProps, _state: unknown, { before, measure, restoreFocus }: Snapshot): void {
    // First: it may scroll.
    restoreFocus()
    if (before.size === 0) return
    const spring = prefersReducedMotion() ? undefined : this.context?.animateSpring
    for (const [id, { element, container, rect, offset }] of measure()) {
      const then = before.get(id)
      if (then === undefined || draggingIds.has(id)) continue
      const [x, y] = [then.offset.x - offset.x, then.offset.y - offset.y]
      if (then.container !== container) {
        const to = showArrival(element)
        if (spring) moveAbove(element, to, then.rect, spring)
      } else if (Math.hypot(x, y) > 1 && Math.max(rect.bottom, then.rect.bottom) > 0) void spring?.(element, { translate: [`${x}px ${y}px`, '0px 0px'] })
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

/** Measuring costs on a long board: of each container only the items in sight are measured, and those below count as just out of sight. */
function measureItems(root: HTMLElement | null, isChanging: (container: string) => boolean): ReturnType<Measure> {
  const items = new Map<string, Item>()
  for (const home of root?.querySelectorAll<HTMLElement>('[data-glide-home]') ?? []) {
    const container = home.dataset['glideHome'] ?? ''
    if (!isChanging(container)) continue
    const { left, top, bottom } = home.getBoundingClientRect()
    const below = Math.min(bottom, window.innerHeight)
    let rect: DOMRect | undefined
    for (const element of home.querySelectorAll<HTMLElement>('[data-glide]')) {
      if (rect === undefined || rect.top < below) rect = element.getBoundingClientRect()
      if (rect.top >= below) rect = new DOMRect(rect.left, below, rect.width, rect.height)
      items.set(element.dataset['glide'] ?? '', { element, container, rect, offset: { x: rect.left - left, y: rect.top - top } })
    }
  }
  return items
}

function moveAbove(element: HTMLElement, to: DOMRect, from: DOMRect, spring: NonNullable<ContextType<typeof MotionContext>>['animateSpring']): void {
  const [x, y] = [from.left - to.left, from.top - to.top]
  const clone = doubleOf(element, to)
  clone.style.boxShadow = 'var(--lift)'
  // Not by its visibility: it may have the focus.
  element.style.opacity = '0'
  void spring(clone, { transform: [`translate(${x}px, ${y}px) rotate(${x < 0 ? 1.5 : -1.5}deg)`, 'none'] }).then(() => {
    element.style.opacity = ''
    clone.remove()
  })
}
