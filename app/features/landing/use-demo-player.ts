import { useReducedMotionConfig } from 'framer-motion'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { lastTick, stillTick, tickDuration } from './demo-timeline.ts'

export type DemoPlayer = {
  tick: number
  state: 'playing' | 'paused' | 'over' | 'still'
  /** Pauses, resumes, or restarts after the end. */
  press: () => void
}

/** Plays the ticks of the demo while `stage` is visible: not off screen, not in a hidden tab. */
export function useDemoPlayer(stage: Element | null): DemoPlayer {
  const [tick, setTick] = useState(0)
  const [paused, setPaused] = useState(false)
  const isVisible = useIsVisible(stage)
  const still = useReducedMotionConfig() === true
  const over = tick >= lastTick
  const running = isVisible && !paused && !still && !over

  useEffect(() => {
    if (!running) return undefined
    const timer = setTimeout(() => setTick(tick + 1), tickDuration(tick))
    return () => clearTimeout(timer)
  }, [running, tick])

  const press = () => {
    if (!over) return setPaused(!paused)
    setPaused(false)
    setTick(0)
  }

  if (still) return { tick: stillTick, state: 'still', press }
  return { tick, state: over ? 'over' : paused ? 'paused' : 'playing', press }
}

function useIsVisible(stage: Element | null): boolean {
  const [onScreen, setOnScreen] = useState(false)
  useEffect(() => {
    if (stage === null) return undefined
    const observer = new IntersectionObserver(([entry]) => setOnScreen(entry?.isIntersecting === true), {
      threshold: 0.35,
    })
    observer.observe(stage)
    return () => observer.disconnect()
  }, [stage])
  const tabShown = useSyncExternalStore(watchTab, () => document.visibilityState === 'visible')
  return onScreen && tabShown
}

function watchTab(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
