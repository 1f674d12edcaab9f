/** Milliseconds in which our spring (stiffness 500, damping 35, mass 1) has come to rest. */
export const springDuration = 420

/** The same spring as a CSS easing, so that the browser can move things without any script running. Safari has `linear()` since 17.2. */
export const springEasing = supportsLinear() ? `linear(${pointsOf(500, 35, springDuration / 1000)})` : 'cubic-bezier(0.35, 0.83, 0.05, 1.11)'

function supportsLinear(): boolean {
  return typeof CSS !== 'undefined' && CSS.supports('transition-timing-function', 'linear(0, 1)')
}

/** A damped spring from 0 to 1, sampled at even steps over `seconds`, as the arguments of `linear()`. */
function pointsOf(stiffness: number, damping: number, seconds: number): string {
  const natural = Math.sqrt(stiffness)
  const ratio = damping / (2 * natural)
  const damped = natural * Math.sqrt(1 - ratio * ratio)
  const steps = 28
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const time = (step / steps) * seconds
    const rest = Math.exp(-ratio * natural * time) * (Math.cos(damped * time) + ((ratio * natural) / damped) * Math.sin(damped * time))
    return step === steps ? '1' : (1 - rest).toFixed(4)
  })
  return points.join(', ')
}

/** True when the system or our own switch asks for stillness. */
export function isStill(): boolean {
  return document.documentElement.dataset['motion'] === 'still' || matchMedia('(prefers-reduced-motion: reduce)').matches
}
