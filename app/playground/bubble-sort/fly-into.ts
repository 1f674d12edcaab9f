import { isStill } from '#app/ui/spring.ts'

export type Rect = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/** A double of what was sorted sinks into its place; the thing itself may be gone meanwhile. */
export function flyInto(element: Element, from: Rect, place: Element): void {
  if (isStill()) return
  const to = place.getBoundingClientRect()
  const double = element.cloneNode(true) as HTMLElement
  double.inert = true
  double.setAttribute('aria-hidden', 'true')
  delete double.dataset['dragId']
  delete double.dataset['dragSource']
  Object.assign(double.style, {
    position: 'fixed',
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    transform: '',
    animation: 'none',
    outline: 'none',
    zIndex: '30',
    pointerEvents: 'none',
  })
  document.body.append(double)
  const x = to.left + to.width / 2 - from.left - from.width / 2
  const y = to.top + to.height / 2 - from.top - from.height / 2
  const flight = double.animate(
    [
      { transform: 'none' },
      { transform: `translate(${x * 0.6}px, ${y * 0.6 - 30}px) scale(1.05)`, offset: 0.6 },
      { transform: `translate(${x}px, ${y}px) scale(0.5)`, opacity: 0.2 },
    ],
    { duration: 320, easing: 'ease-in-out' },
  )
  const land = () => double.remove()
  flight.finished.then(land, land)
}
