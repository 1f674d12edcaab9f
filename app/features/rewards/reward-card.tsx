import { EyeOff, Pencil, Trash2 } from 'lucide-react'
import type { Reward } from '#domain/contract/rewards.ts'
import { serverSentence } from '#app/lib/api/api-error.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { Icon } from '#app/ui/media/icon.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { OnItsWay } from '#app/ui/feedback/on-its-way.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { FormError } from '#app/ui/controls/form-error.tsx'
import { GemCount } from '#app/ui/media/gem-count.tsx'
import { common } from '#texts/common'
import { rewards } from '#texts/rewards'

export type RewardCardProps = { reward: Reward; onEdit: () => void; onDelete: () => void }

/** A reward with its cost, and whether kids see it. */
export function RewardCard({ reward, onEdit, onDelete }: RewardCardProps) {
  const edit = useCommand('editReward', { success: rewards.updated, failure: () => rewards.updateFailed })
  const isShown = reward.isActive === 1
  const headingId = `reward-${reward.id}`
  return (
    <article
      aria-labelledby={headingId}
      className={cn(
        'border-line bg-panel flex min-w-0 flex-col rounded-card border',
        !isShown && 'border-edge border-dashed',
      )}
    >
      <div
        className={cn(
          'from-grape-soft to-gem-soft relative grid h-28 place-items-center rounded-t-[calc(var(--radius-card)-1px)] bg-linear-to-br',
          !isShown && 'bg-sunken bg-none pt-4',
        )}
      >
        <span aria-hidden className={cn('text-5xl transition-[filter]', !isShown && 'grayscale')}>
          <Icon icon={reward.icon} />
        </span>
        {!isShown && (
          <span className="bg-ink text-paper absolute top-2 left-2 flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-bold">
            <EyeOff aria-hidden className="size-4" />
            <span>{rewards.hidden}</span>
          </span>
        )}
        <GemCount
          gems={reward.gemCost}
          className="border-line bg-panel absolute right-2 -bottom-4 gap-1.5 rounded-full border px-3 py-0.5 text-xl"
        />
      </div>
      <div className="flex flex-1 flex-col gap-2 p-3 pt-6">
        <h3
          translate="no"
          dir="auto"
          id={headingId}
          className="line-clamp-3 flex-1 text-lg leading-snug wrap-anywhere"
          title={reward.title}
        >
          {reward.title}
        </h3>
        <Switch
          label={rewards.showToKids}
          name={rewards.showToKidsOf(reward.title)}
          checked={isShown}
          onCheckedChange={(show) => edit.mutate({ rewardId: reward.id, body: { isActive: show ? 1 : 0 } })}
          className="text-sm sm:text-base"
        />
        <OnItsWay id={reward.id} />
        <FormError sentence={serverSentence(edit.error)} />
        <div className="flex gap-2">
          <Button
            variant="quiet"
            className="min-w-0 flex-1 gap-1.5 px-1"
            onClick={onEdit}
            aria-label={rewards.editOf(reward.title)}
          >
            <Pencil aria-hidden />
            <span>{common.edit}</span>
          </Button>
          <IconButton
            label={rewards.deleteOf(reward.title)}
            icon={<Trash2 aria-hidden />}
            variant="danger"
            onClick={onDelete}
          />
        </div>
      </div>
    </article>
  )
}
