import type { FamilyId } from '#domain/contract/ids.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { OfferCard, offerGrid } from '#app/ui/controls/offer-card.tsx'
import { QuestionPage, type QuestionPlace } from '#app/ui/layout/question-page.tsx'
import { firstRun } from '#texts/firstRun'
import { rewards as texts } from '#texts/rewards'
import { welcome } from '#texts/welcome'
import { offeredRewards, type OfferedReward } from './offered-rewards.ts'

/** Offers rewards. */
export function RewardStep({ familyId, place }: { familyId: FamilyId; place: QuestionPlace }) {
  const rewards = useFamilyPart('rewards')
  const add = useCommand('addReward', { failure: texts.createFailed })
  const remove = useCommand('deleteReward', { failure: texts.deleteFailed })

  const cardOf = ({ name, icon, gemCost }: OfferedReward) => {
    const title = welcome.rewards[name]
    const reward = rewards.find((known) => known.title === title && known.icon === icon)
    return (
      <OfferCard
        icon={icon}
        title={title}
        gems={reward?.gemCost ?? gemCost}
        isChosen={reward !== undefined}
        onToggle={() =>
          reward === undefined
            ? add.mutate({ familyId, body: { title, icon, gemCost } })
            : remove.mutate({ rewardId: reward.id })
        }
      />
    )
  }

  return (
    <QuestionPage
      place={place}
      title={firstRun.titles.reward}
      text={welcome.rewardText}
      isAnswered={rewards.length > 0}
    >
      <ul className={offerGrid}>
        {offeredRewards.map((offered) => (
          <li key={offered.name} className="flex">
            {cardOf(offered)}
          </li>
        ))}
      </ul>
    </QuestionPage>
  )
}
