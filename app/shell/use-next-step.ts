import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { devicesQuery } from '#app/features/devices/devices-query.ts'
import { firstRunAtom } from '#app/lib/state/first-run.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import type { FamilyFrameContext } from './family-frame-context.ts'
import { firstRunProgress, type FirstRunStep } from './first-run.ts'

export type Progress = { next: FirstRunStep; done: number }

type NextStep = {
  /** Undefined when nothing is missing, a parent hid it, or it is not known yet. */
  progress: Progress | undefined
  /** Whether it is not known yet. */
  isUnknown: boolean
  hide: () => void
}

/** Returns what is next of the first run, until nothing is missing. */
export function useNextStep({
  family,
  members,
  acting,
}: Pick<FamilyFrameContext, 'family' | 'members' | 'acting'>): NextStep {
  const [firstRun, setFirstRun] = useAtom(firstRunAtom)
  const quests = useFamilyPart('quests')
  const rewards = useFamilyPart('rewards')
  const isOver = firstRun === 'over' || acting === undefined
  const { data: devices } = useQuery({ ...devicesQuery(family.id), enabled: !isOver })
  const { next, done = 0 } =
    isOver || devices === undefined ? {} : firstRunProgress({ acting, members, quests, rewards, devices })
  const isComplete = !isOver && devices !== undefined && next === undefined
  useEffect(() => {
    if (isComplete) setFirstRun('over')
  }, [isComplete, setFirstRun])
  const isUnknown = !isOver && devices === undefined
  return { progress: next && { next, done }, isUnknown, hide: () => setFirstRun('over') }
}
