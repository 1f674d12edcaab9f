import { NewPractice } from '../../../domain/contract/practice.ts'
import type { RouteName } from '../../../domain/contract/routes.ts'
import { isAsked } from '../../../domain/games/skills.ts'
import type { CallHandler } from '../call.ts'
import { Refusal } from '../refusal.ts'

export const practiceCalls = {
  practise: {
    open: false,
    async run({ database }, { args, user, key }) {
      const { memberId: _, ...body } = args
      const { game, item } = NewPractice.parse(body)
      if (!isAsked(game, item)) return new Refusal('invalid_input', { reason: 'item_not_asked' })
      return database.runCommand(user, 'practise', args, key)
    },
  },
} as const satisfies Partial<Record<RouteName, CallHandler>>
