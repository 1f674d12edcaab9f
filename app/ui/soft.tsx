import { Component, createRef, type ReactNode } from 'react'
import { doubleOf } from './double.ts'
import { isStill, springDuration, springEasing } from './spring.ts'

type Seen = { element: HTMLElement; rect: DOMRect; state: string }

/**
 * Lets what comes, goes or changes inside do so before one's eyes. Items carry `data-soft="<id>"`,
 * and in `data-soft-state` what makes them look different: a new one fades in, one that is gone
 * fades out where it stood, a changed one lights up anew, and the others slide to their places.
 */
export class Soft extends Component<{ children: ReactNode; className?: string }> {
  private readonly root = createRef<HTMLDivElement>()

  override getSnapshotBeforeUpdate(): ReadonlyMap<string, Seen> {
    return seenIn(this.root.current)
  }

  override componentDidUpdate(_props: unknown, _state: unknown, before: ReadonlyMap<string, Seen>): void {
    if (isStill() || this.root.current === null) return
    const after = seenIn(this.root.current)
    for (const [id, { element, rect, state }] of after) {
      const then = before.get(id)
      if (then === undefined) element.animate([{ opacity: 0, scale: 0.85 }, {}], { duration: 300, easing: 'ease-out' })
      else if (then.state !== state) element.animate([{ opacity: 0.3, scale: 0.94 }, {}], { duration: springDuration, easing: springEasing })
      if (then !== undefined) slide(element, then.rect.left - rect.left, then.rect.top - rect.top)
    }
    for (const [id, gone] of before) if (!after.has(id)) leave(gone, this.root.current)
  }

  override render() {
    return (
      <div ref={this.root} className={this.props.className}>
        {this.props.children}
      </div>
    )
  }
}

function seenIn(root: HTMLElement | null): ReadonlyMap<string, Seen> {
  const items = [...(root?.querySelectorAll<HTMLElement>('[data-soft]') ?? [])]
  return new Map(
    items.map((element) => [element.dataset['soft'] ?? '', { element, rect: element.getBoundingClientRect(), state: element.dataset['softState'] ?? '' }]),
  )
}

function slide(element: HTMLElement, x: number, y: number): void {
  if (Math.abs(x) < 1 && Math.abs(y) < 1) return
  element.animate([{ translate: `${x}px ${y}px` }, { translate: '0 0' }], { duration: springDuration, easing: springEasing })
}

/** Shows what is gone from the page for as long as it takes to fade. */
function leave({ element, rect }: Seen, root: HTMLElement): void {
  const double = doubleOf(element, rect, root)
  const remove = () => double.remove()
  double.animate([{}, { opacity: 0, scale: 0.85 }], { duration: 250, easing: 'ease-in', fill: 'forwards' }).finished.then(remove, remove)
}
