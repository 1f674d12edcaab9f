import { Component, createRef, type ReactNode } from 'react'
import { roomOf } from './room.ts'
import { isStill, springDuration, springEasing } from './spring.ts'

export type GlideProps = {
  children: ReactNode
  className?: string
  /** An item that is being moved by hand, or was just let go of: it finds its place without us. */
  except?: string | undefined
}

type Place = { element: HTMLElement; rect: DOMRect; home: string }
type Places = ReadonlyMap<string, Place>

/**
 * Makes whatever changes its place inside move there instead of jumping. Items carry
 * `data-glide="<id>"`, and stand in a `data-glide-home="<id>"`: one that changes its home glides
 * above everything, so that no scrolling list cuts it off; neighbours close the gap in place.
 */
export class Glide extends Component<GlideProps> {
  private readonly root = createRef<HTMLDivElement>()

  // Measured just before the page changes: scrolling in between makes older figures wrong.
  override getSnapshotBeforeUpdate(): Places {
    return placesIn(this.root.current)
  }

  override componentDidUpdate(_props: GlideProps, _state: unknown, before: Places): void {
    if (isStill()) return
    for (const [id, now] of placesIn(this.root.current)) {
      const then = before.get(id)
      if (then === undefined || id === this.props.except) continue
      const { element } = now
      const x = then.rect.left - now.rect.left
      const y = then.rect.top - now.rect.top
      if (then.home !== now.home) glideAbove(element, now.rect, x, y)
      else if (Math.abs(y) > 1 && Math.abs(x) < 1 && (isInSight(then.rect) || isInSight(now.rect))) slide(element, y)
    }
  }

  override render() {
    return (
      <div ref={this.root} className={this.props.className}>
        {this.props.children}
      </div>
    )
  }
}

function placesIn(root: HTMLElement | null): Places {
  const places = new Map<string, Place>()
  for (const element of root?.querySelectorAll<HTMLElement>('[data-glide]') ?? []) {
    const home = element.closest<HTMLElement>('[data-glide-home]')?.dataset['glideHome'] ?? ''
    places.set(element.dataset['glide'] ?? '', { element, rect: element.getBoundingClientRect(), home })
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
  const double = element.cloneNode(true) as HTMLElement
  double.removeAttribute('data-glide')
  double.setAttribute('aria-hidden', 'true')
  double.inert = true
  Object.assign(double.style, {
    position: 'fixed',
    left: `${rect.left}px`,
    top: `${rect.top}px`,
    width: `${rect.width}px`,
    height: `${rect.height}px`,
    margin: '0',
    zIndex: '35',
    boxShadow: 'var(--lift)',
    pointerEvents: 'none',
  })
  roomOf(element).append(double)
  element.style.visibility = 'hidden'
  const flight = double.animate([{ transform: `translate(${x}px, ${y}px) rotate(${x < 0 ? 1.5 : -1.5}deg)` }, { transform: 'none' }], {
    duration: springDuration,
    easing: springEasing,
  })
  const land = () => {
    element.style.visibility = ''
    double.remove()
  }
  flight.finished.then(land, land)
}
