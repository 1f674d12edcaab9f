import { NewPractice } from '../../../domain/contract/practice.ts'
import type { RouteName } from '../../../domain/contract/routes.ts'
import { isAsked } from '../../../domain/games/skills.ts'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'

export const practiceCalls = {
  practise: {
    open: false,
    async run({ database }, { args, user }) {
      const { memberId: _, ...body } = args
      const { game, item } = NewPractice.parse(body)
      if (!isAsked(game, item)) return new Refusal('invalid_input', { reason: 'item_not_asked' })
      const json = await database.request(user.json, 'practise', args)
      if (json instanceof Refusal) return json
      return json === null ? new Refusal('not_signed_in') : { json }
    },
  },
} as const satisfies Partial<Record<RouteName, Call>>
