import { Gem, Hand, PartyPopper, type LucideIcon } from 'lucide-react'
import type { Family, RewardMode } from '#domain/contract/families.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { OnItsWay } from '#app/ui/feedback/on-its-way.tsx'
import { RadioGroup } from '#app/ui/controls/radio-group.tsx'
import { rewards } from '#texts/rewards'

export const rewardModes: readonly { value: RewardMode; Icon: LucideIcon }[] = [
  { value: 'celebrate', Icon: PartyPopper },
  { value: 'spend', Icon: Gem },
  { value: 'ask', Icon: Hand },
]

/** Chooses what redeeming does in this family; saves on change. */
export function RewardModeCard({ family }: { family: Family }) {
  const { mutate } = useCommand('editFamily', { failure: rewards.modeFailed })
  return (
    <section aria-labelledby="reward-mode" className="border-line bg-panel flex flex-col gap-3 rounded-card border p-4">
      <h2 id="reward-mode" className="text-lg">
        {rewards.modeQuestion}
      </h2>
      <OnItsWay id={family.id} />
      <RadioGroup
        labelledBy="reward-mode"
        isManual
        value={family.rewardMode}
        onValueChange={(rewardMode) => mutate({ familyId: family.id, body: { rewardMode } })}
        className="grid gap-2 md:max-xl:grid-cols-3"
        optionClassName="group border-line hover:bg-sunken data-checked:border-grape data-checked:bg-grape-soft flex items-start gap-3 rounded-control border-2 p-3 text-left"
        options={rewardModes.map(({ value, Icon }) => ({
          value,
          labelledBy: `mode-${value}`,
          describedBy: `mode-${value}-sentence`,
          content: (
            <>
              <Icon aria-hidden className="text-muted group-data-checked:text-grape mt-0.5 size-5 shrink-0" />
              <span className="min-w-0 flex-1">
                <span id={`mode-${value}`} className="block font-bold">
                  {rewards.modes[value]}
                </span>
                <span id={`mode-${value}-sentence`} className="text-muted block text-sm">
                  {rewards.modeMeans[value]}
                </span>
              </span>
              <span
                aria-hidden
                className="border-edge group-data-checked:border-grape mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border-2"
              >
                <span className="group-data-checked:bg-grape size-2.5 rounded-full" />
              </span>
            </>
          ),
        }))}
      />
    </section>
  )
}
