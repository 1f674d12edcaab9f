import * as z from 'zod/mini'
import { NewMember, PinChange, PinTry } from '../../../domain/contract/family-members.ts'
import type { RouteName } from '../../../domain/contract/routes.ts'
import type { Call } from '../call.ts'
import { valueOf } from '../database.ts'
import { Refusal } from '../refusal.ts'
import type { Settings } from '../settings.ts'
import { hashPin, newSalt } from './hashing.ts'

const Begun = z.union([z.object({ salt: z.string() }), z.object({ wait: z.int(), needsPassword: z.boolean() })])

export const pinCalls = {
  verifyPin: {
    open: false,
    async run({ database, settings, limits }, { request, args, user }) {
      const tooMany = await limits.count('pin', request, user.sessionId)
      if (tooMany) return tooMany
      const { memberId } = args
      const { pin } = PinTry.parse({ pin: args['pin'] })
      const begun = await database.ask(user.json, 'begin_pin_try', { memberId: memberId ?? null })
      if (begun instanceof Refusal) return begun
      const may = Begun.parse(valueOf(begun))
      if ('wait' in may) return waitFor(may)
      const hash = await hashPin(pin, may.salt, settings.pinPepper, settings.pinMemoryKib)
      const verdict = await database.ask(user.json, 'finish_pin_try', { memberId: memberId ?? null, hash })
      return verdict instanceof Refusal ? verdict : { json: verdict }
    },
  },
  setPin: {
    open: false,
    async run({ database, settings }, { args, user }) {
      const { pin } = PinChange.parse({ pin: args['pin'] })
      const member = await database.ask(user.json, 'set_pin', { memberId: args['memberId'] ?? null, ...(await sealed(pin, settings)) })
      return member instanceof Refusal ? member : { json: member }
    },
  },
  addMember: {
    open: false,
    async run({ database, settings }, { args, user }) {
      const { familyId, ...body } = args
      const { pin, ...member } = NewMember.parse(body)
      const added = await database.ask(user.json, 'add_member', { familyId: familyId ?? null, ...member, ...(await sealed(pin || null, settings)) })
      return added instanceof Refusal ? added : { json: added, status: 201 }
    },
  },
} as const satisfies Partial<Record<RouteName, Call>>

async function sealed(pin: string | null, { pinPepper, pinMemoryKib }: Settings): Promise<{ salt: string | null; hash: string | null }> {
  if (pin === null) return { salt: null, hash: null }
  const salt = newSalt()
  return { salt, hash: await hashPin(pin, salt, pinPepper, pinMemoryKib) }
}

function waitFor({ wait, needsPassword }: { wait: number; needsPassword: boolean }): Refusal {
  const headers = { 'retry-after': String(wait) }
  if (needsPassword) return new Refusal('pin_locked', undefined, headers)
  return new Refusal('too_many_tries', `Too many wrong PINs. Please wait ${spoken(wait)} and try again.`, headers)
}

function spoken(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
