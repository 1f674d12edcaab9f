import { spring as springGenerator } from 'framer-motion'
import { animate } from 'framer-motion/dom/mini'

/** The options of `animate` for whatever moves to another place. */
export const spring = { type: springGenerator, stiffness: 500, damping: 35 }

/** Animates styles of one word with the spring of all that moves to another place, and leaves none of them behind. No script runs meanwhile. */
export async function animateSpring(element: HTMLElement, keyframes: Record<string, (string | number)[]>): Promise<void> {
  await animate(element, keyframes, spring)
  for (const property of Object.keys(keyframes)) element.style.removeProperty(property)
}
