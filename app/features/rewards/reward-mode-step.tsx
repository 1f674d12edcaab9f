import { Check } from 'lucide-react'
import type { Family, RewardMode } from '#domain/contract/families.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { QuestionPage, type QuestionPlace } from '#app/ui/layout/question-page.tsx'
import { rewards } from '#texts/rewards'
import { welcome } from '#texts/welcome'
import { rewardModes } from './reward-mode-card.tsx'

/** Asks what redeeming a reward does, the strictest answer first; a tap answers and opens the next question. */
export function RewardModeStep({ family, place }: { family: Family; place: QuestionPlace }) {
  const { mutate } = useCommand('editFamily', { failure: rewards.modeFailed })
  const choose = (rewardMode: RewardMode) => {
    if (rewardMode !== family.rewardMode) mutate({ familyId: family.id, body: { rewardMode } })
    place.onNext()
  }
  return (
    <QuestionPage place={place} title={rewards.modeQuestion} text={welcome.modeText} isAnswered={false}>
      <ul className="mx-auto grid w-full max-w-md gap-3">
        {rewardModes.toReversed().map(({ value, Icon }) => {
          const isChosen = value === family.rewardMode
          return (
            <li key={value} className="flex">
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => choose(value)}
                className={cn(
                  'flex w-full items-center gap-4 rounded-card border-2 p-5 text-left active:scale-[0.97]',
                  isChosen ? 'border-grape bg-grape-soft' : 'border-line bg-panel hover:border-edge',
                )}
              >
                <Icon aria-hidden className={cn('size-8 shrink-0', isChosen ? 'text-grape' : 'text-muted')} />
                <span className="min-w-0 flex-1 text-lg leading-tight font-bold text-balance hyphens-auto wrap-anywhere">
                  {welcome.modes[value]}
                </span>
                <Check aria-hidden className={cn('text-grape size-6 shrink-0', !isChosen && 'invisible')} />
              </button>
            </li>
          )
        })}
      </ul>
    </QuestionPage>
  )
}
