/** Milliseconds in which our spring (stiffness 500, damping 35, mass 1) has come to rest. */
export const springDuration = 420

/** The same spring as a CSS easing, so that the browser can move things without any script running. */
export const springEasing = easingOf(500, 35, springDuration / 1000)

/** A damped spring from 0 to 1, sampled at even steps over `seconds`. */
function easingOf(stiffness: number, damping: number, seconds: number): string {
  const natural = Math.sqrt(stiffness)
  const ratio = damping / (2 * natural)
  const damped = natural * Math.sqrt(1 - ratio * ratio)
  const steps = 28
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const time = (step / steps) * seconds
    const rest = Math.exp(-ratio * natural * time) * (Math.cos(damped * time) + ((ratio * natural) / damped) * Math.sin(damped * time))
    return step === steps ? '1' : (1 - rest).toFixed(4)
  })
  return `linear(${points.join(', ')})`
}

/** True when the system or our own switch asks for stillness. */
export function isStill(): boolean {
  return document.documentElement.dataset['motion'] === 'still' || matchMedia('(prefers-reduced-motion: reduce)').matches
}
