import type { FamilyDevice } from '#domain/contract/devices.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { welcomePath } from '#app/lib/state/first-run.ts'

/** The steps of the first run in their order. */
export const firstRunSteps = ['family', 'quests', 'reward', 'pin', 'tablet'] as const
export type FirstRunStep = (typeof firstRunSteps)[number]

/** The questions in their order, named as in their address. The step of the reward begins with the one of the mode. */
export const firstRunQuestions = ['family', 'quests', 'mode', 'reward', 'pin', 'tablet'] as const
export type FirstRunQuestion = (typeof firstRunQuestions)[number]

export const pathOf = (question: FirstRunQuestion): string => `${welcomePath}/${question}`

/** The address of the first question of a step. */
export const startOf = (step: FirstRunStep): string => pathOf(step === 'reward' ? 'mode' : step)

export const stepOf = (question: FirstRunQuestion): FirstRunStep => (question === 'mode' ? 'reward' : question)

/** The part of a family that tells what of the first run is missing. */
export type FirstRunState = {
  acting: Pick<FamilyMember, 'hasPin'>
  members: readonly Pick<FamilyMember, 'role'>[]
  quests: readonly unknown[]
  rewards: readonly unknown[]
  devices: readonly Pick<FamilyDevice, 'isPaired'>[]
}

const isDone: Record<FirstRunStep, (state: FirstRunState) => boolean> = {
  family: ({ members }) => members.some(({ role }) => role === 'kid'),
  quests: ({ quests }) => quests.length > 0,
  reward: ({ rewards }) => rewards.length > 0,
  pin: ({ acting }) => acting.hasPin,
  tablet: ({ devices }) => devices.some(({ isPaired }) => isPaired),
}

/** The first step that is missing, and how many are done; `next` is undefined when nothing is missing. */
export function firstRunProgress(state: FirstRunState): { next: FirstRunStep | undefined; done: number } {
  const missing = firstRunSteps.filter((step) => !isDone[step](state))
  return { next: missing[0], done: firstRunSteps.length - missing.length }
}
