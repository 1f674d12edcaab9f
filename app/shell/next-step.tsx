import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { ArrowRight, X } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import type { FamilyMember } from '#domain/contract/members.ts'
import { devicesQuery } from '#app/features/devices/devices-query.ts'
import { firstRunAtom } from '#app/lib/state/first-run.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { firstRun } from '#texts/firstRun'
import type { FamilyFrameContext } from './family-frame-context.ts'
import { firstRunProgress, firstRunSteps, pathOf } from './first-run.ts'

export type NextStepProps = Pick<FamilyFrameContext, 'family' | 'members'> & { acting: FamilyMember }

/** Shows what is next of the first run, once all is known that tells. */
export default function NextStep({ family, members, acting }: NextStepProps) {
  const setFirstRun = useSetAtom(firstRunAtom)
  const quests = useFamilyPart('quests')
  const rewards = useFamilyPart('rewards')
  const { data: devices } = useQuery(devicesQuery(family.id))
  const progress = devices && firstRunProgress({ acting, members, quests, rewards, devices })
  const isComplete = progress !== undefined && progress.next === undefined
  useEffect(() => {
    if (isComplete) setFirstRun('over')
  }, [isComplete, setFirstRun])
  if (progress === undefined) return <div className="min-h-16 shrink-0" />
  if (progress.next === undefined) return null
  return (
    <section
      aria-label={firstRun.whatIsNext}
      className="bg-grape-soft flex shrink-0 items-center gap-1 rounded-card pr-1.5"
    >
      <Link
        to={pathOf(progress.next)}
        className="flex min-h-16 min-w-0 flex-1 items-center gap-3 rounded-card py-2 pl-3"
      >
        <BubbleMark className="size-10 shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="text-grape font-display block text-lg leading-tight font-bold">
            {firstRun.titles[progress.next]}
          </span>
          <span className="text-ink block text-sm">{firstRun.doneOf(progress.done, firstRunSteps.length)}</span>
        </span>
        <ArrowRight aria-hidden className="text-grape size-6 shrink-0" />
      </Link>
      <IconButton label={firstRun.hide} icon={<X aria-hidden />} onClick={() => setFirstRun('over')} />
    </section>
  )
}
