import { Component, createRef, type ContextType, type ReactNode, type RefObject } from 'react'
import type { animateSpring } from './animate-spring.ts'
import { highlightMovedItem } from './highlight-moved-item.ts'
import { cloneAbovePage } from './clone-element.ts'
import { keepItemFocus } from '../layout/keep-focus.ts'
import { MotionContext } from './motion-context.ts'
import { prefersReducedMotion } from './reduced-motion.ts'

export type LayoutAnimationProps = {
  /**
   * Items have `data-glide="<id>"`, in a container with `data-glide-home="<id>"`, itself maybe an item of an outer one. One with a `data-version` flashes
   * when that changes.
   */
  children: ReactNode
  className?: string
  /** It scrolls: Firefox makes no tab stop of it, because its items are stops. */
  scrolls?: boolean
  /** The items of each container in order, if known: a container with unchanged items is not measured. */
  contents?: ReadonlyMap<string, readonly unknown[]>
  /** Receives the root element. */
  rootRef?: RefObject<HTMLDivElement | null>
}

/** `offset` is relative to the corner of the container. */
type Item = {
  element: HTMLElement
  container: string
  version: string | undefined
  rect: DOMRect
  offset: { x: number; y: number }
}
type Measure = () => ReadonlyMap<string, Item>
type Snapshot = { before: ReturnType<Measure>; measure: Measure; restoreFocus: () => void }

/**
 * Animates items that change their place (FLIP), and keeps the focus on its item. An item with a version also fades in
 * and out.
 */
export class LayoutAnimation extends Component<LayoutAnimationProps> {
  static override contextType = MotionContext
  declare context: ContextType<typeof MotionContext>
  private readonly rootRef = this.props.rootRef ?? createRef<HTMLDivElement>()

  // Measures just before the DOM changes, because scrolling would make earlier figures wrong.
  override getSnapshotBeforeUpdate({ contents: before }: LayoutAnimationProps): Snapshot {
    const { contents } = this.props
    const measure = () =>
      measureItems(this.rootRef.current, (container) => !isSame(before?.get(container), contents?.get(container)))
    return { before: measure(), measure, restoreFocus: keepItemFocus(this.rootRef.current) }
  }

  override componentDidUpdate(
    _props: LayoutAnimationProps,
    _state: unknown,
    { before, measure, restoreFocus }: Snapshot,
  ): void {
    // Runs first, because it may scroll.
    restoreFocus()
    const isReduced = prefersReducedMotion()
    const spring = this.context?.animateSpring
    const fade = async (element: HTMLElement, opacity: number[], scale: number[]) =>
      spring?.(element, { opacity, ...(!isReduced && { scale }) })
    const after = measure()
    for (const [id, { element, container, version, rect, offset }] of after) {
      const then = before.get(id)
      if (then?.version !== version) void fade(element, [then ? 0.3 : 0, 1], [then ? 0.94 : 0.85, 1])
      if (then === undefined) continue
      const [x, y] = [then.offset.x - offset.x, then.offset.y - offset.y]
      if (then.container !== container) {
        // Moves above the page, so that no scrolling list clips the item; its `data-glide-list` scrolls to it.
        const to = highlightMovedItem(element)
        if (spring && !isReduced) moveAbove(element, then.rect, to, spring)
      } else if (!isReduced && Math.hypot(x, y) > 1 && Math.max(rect.bottom, then.rect.bottom) > 0) {
        void spring?.(element, { translate: [`${x}px ${y}px`, '0px 0px'] })
      }
    }
    for (const [id, { element, version, rect }] of before) {
      if (version === undefined || after.has(id) || rect.top >= window.innerHeight || this.rootRef.current === null)
        continue
      const clone = cloneAbovePage(element, rect, this.rootRef.current)
      void fade(clone, [1, 0], [1, 0.85]).then(() => clone.remove())
    }
  }

  override render() {
    return (
      <div ref={this.rootRef} tabIndex={this.props.scrolls ? -1 : undefined} className={this.props.className}>
        {this.props.children}
      </div>
    )
  }
}

const isSame = (before: readonly unknown[] | undefined, now: readonly unknown[] | undefined) =>
  before !== undefined && before.length === now?.length && before.every((item, index) => item === now[index])

/**
 * Measures only the visible items of each container, because measuring a long board is slow; those below count as just
 * off screen. A dragged item has the rectangle of its overlay.
 */
function measureItems(root: HTMLElement | null, isChanging: (container: string) => boolean): ReturnType<Measure> {
  const items = new Map<string, Item>()
  const source = root?.querySelector('[data-drag-source]')
  const overlay = source && document.querySelector('[data-drag-overlay]')?.parentElement
  for (const home of root?.querySelectorAll<HTMLElement>('[data-glide-home]') ?? []) {
    const container = home.dataset['glideHome'] ?? ''
    if (!isChanging(container)) continue
    const { left, top, bottom } = home.getBoundingClientRect()
    const below = Math.min(bottom, window.innerHeight)
    let own: DOMRect | undefined
    for (const element of home.querySelectorAll<HTMLElement>('[data-glide]')) {
      if (element.parentElement?.closest('[data-glide-home]') !== home) continue
      if (own === undefined || own.top < below) own = element.getBoundingClientRect()
      if (own.top >= below) own = new DOMRect(own.left, below, own.width, own.height)
      const { glide = '', version } = element.dataset
      const rect = element === source ? (overlay?.getBoundingClientRect() ?? own) : own
      items.set(glide, { element, container, version, rect, offset: { x: rect.left - left, y: rect.top - top } })
    }
  }
  return items
}

/** Moves a clone above the page to the item's place, then shows the item. */
export function moveAbove(element: HTMLElement, from: DOMRect, to: DOMRect, spring: typeof animateSpring): void {
  const [x, y] = [from.left - to.left, from.top - to.top]
  const clone = cloneAbovePage(element, to)
  clone.style.boxShadow = 'var(--lift)'
  // Not `visibility`, because the item may have the focus.
  element.style.opacity = '0'
  void spring(clone, { transform: [`translate(${x}px, ${y}px) rotate(${x < 0 ? 1.5 : -1.5}deg)`, 'none'] }).then(() => {
    element.style.opacity = ''
    clone.remove()
  })
}
