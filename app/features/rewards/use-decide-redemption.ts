import type { Redemption } from '#domain/contract/redemptions.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { rewards } from '#texts/rewards'

/** Grants or declines the redemption of the member called `name`, or refunds one that was granted. */
export function useDecideRedemption({ id: redemptionId, title, gemCost }: Redemption, name: string) {
  const words = {
    success: ({ status, settled = 0 }: Redemption) =>
      status === 'granted' ? rewards.gets(name, title) : rewards.gemsWentBack(gemCost, name, settled),
    failure: rewards.answerFailed,
  }
  const { mutate: decide } = useCommand('decideRedemption', words)
  const giveBack = useCommand('putBackRedemption', words)
  return {
    decide: (status: 'granted' | 'declined') => decide({ redemptionId, body: { status } }),
    isGivingBack: giveBack.isPending,
    giveBack: (onSuccess: () => void) => giveBack.mutate({ redemptionId }, { onSuccess }),
  }
}
