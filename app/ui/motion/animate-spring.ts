import { spring as springGenerator } from 'framer-motion'
import { animate } from 'framer-motion/dom/mini'

/** The options of `animate` for movement to another place. */
const springOptions = { type: springGenerator, stiffness: 500, damping: 35 }

/**
 * Animates styles with one-word names by the spring of all movement, and removes them afterwards. Runs without script.
 */
export async function animateSpring(
  element: HTMLElement,
  keyframes: Record<string, (string | number)[]>,
): Promise<void> {
  await animate(element, keyframes, springOptions)
  for (const property of Object.keys(keyframes)) element.style.removeProperty(property)
}
