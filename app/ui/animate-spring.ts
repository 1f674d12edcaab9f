import { spring } from 'framer-motion'
import { animate } from 'framer-motion/dom/mini'

/** Animates styles of one word with the spring of all that moves to another place, and leaves none of them behind. No script runs meanwhile. */
export async function animateSpring(element: HTMLElement, keyframes: Record<string, (string | number)[]>): Promise<void> {
  await animate(element, keyframes, { type: spring, stiffness: 500, damping: 35 })
  for (const property of Object.keys(keyframes)) element.style.removeProperty(property)
}
