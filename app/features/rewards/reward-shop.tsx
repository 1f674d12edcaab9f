import { Gift } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { FamilyId, RewardId } from '#domain/contract/ids.ts'
import type { Reward } from '#domain/contract/rewards.ts'
import { useServerPart, useFamilyPart } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { lazyWithPreload, useLoadWhenIdle } from '#app/lib/device/lazy-with-preload.tsx'
import { AlertDialog } from '#app/ui/overlays/alert-dialog.tsx'
import { CreateButton } from '#app/ui/controls/create-button.tsx'
import { useSettling } from '#app/ui/layout/use-settling.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { sentences } from '#app/state/sentences.ts'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { rewards as texts } from '#texts/rewards'
import { RewardCard } from './reward-card.tsx'

// A chunk of its own, because it needs the form library, and the store does not.
const RewardDialog = lazyWithPreload(() => import('./reward-dialog.tsx'))

type Open = { kind: 'add' } | { kind: 'edit' | 'delete'; rewardId: RewardId } | null

/** All rewards of the family, including hidden ones, with a parent's actions. */
export function RewardShop({ familyId }: { familyId: FamilyId }) {
  const rewards = useFamilyPart('rewards')
  const saved = useServerPart('rewards')
  const remove = useCommand('deleteReward', { success: texts.deleted, failure: () => texts.deleteFailed })
  useLoadWhenIdle(RewardDialog)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)

  const chosen = open === null || open.kind === 'add' ? undefined : saved.find((reward) => reward.id === open.rewardId)
  // Another device may delete the reward while its dialog is open.
  const isOurs = open?.kind === 'delete' && remove.variables?.rewardId === open.rewardId && !remove.isError
  const isGone = open !== null && open.kind !== 'add' && chosen === undefined && !isOurs
  useEffect(() => {
    if (isGone) toast({ title: common.error, description: texts.deletedElsewhere, destructive: true })
  }, [isGone])

  return (
    <section aria-labelledby="manage-rewards" className="flex min-w-0 flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2 id="manage-rewards" className="text-xl">
          {texts.manage}
        </h2>
        <CreateButton label={texts.addReward} onClick={() => setOpen({ kind: 'add' })} />
      </div>
      <ShopWindow rewards={rewards} onOpen={setOpen} />
      {(open?.kind === 'add' || (open?.kind === 'edit' && chosen)) && (
        <Suspense fallback={null}>
          <RewardDialog familyId={familyId} reward={chosen} onClose={close} />
        </Suspense>
      )}
      {open?.kind === 'delete' && chosen && (
        <AlertDialog
          open
          onOpenChange={(stays) => stays || close()}
          title={texts.deleteReward}
          description={texts.deleteQuestion}
          about={sentences([chosen.title])}
          confirmLabel={remove.isPending ? common.deleting : common.delete}
          destructive
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ rewardId: chosen.id }, { onSettled: close })}
        />
      )}
    </section>
  )
}

const shopWindow = 'grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))] sm:gap-4'

function ShopWindow({ rewards, onOpen }: { rewards: readonly Reward[]; onOpen: (open: Open) => void }) {
  const list = useRef<HTMLUListElement>(null)
  useSettling(list, rewards.map(({ id }) => id).join(' '))
  if (rewards.length === 0) {
    return (
      <div className="border-line rounded-card border-2 border-dashed">
        <Notice
          level={3}
          picture={
            <span className="bg-coral-soft text-coral-ink grid size-20 place-items-center rounded-full">
              <Gift aria-hidden className="size-10" />
            </span>
          }
          title={texts.noRewards}
        />
      </div>
    )
  }
  return (
    <ul ref={list} className={shopWindow}>
      {rewards.map((reward) => (
        <li key={reward.id} className="grid">
          <RewardCard
            reward={reward}
            onEdit={() => onOpen({ kind: 'edit', rewardId: reward.id })}
            onDelete={() => onOpen({ kind: 'delete', rewardId: reward.id })}
          />
        </li>
      ))}
    </ul>
  )
}
