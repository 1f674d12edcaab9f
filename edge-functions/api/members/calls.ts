import * as z from 'zod/mini'
import { isCommonPin, isPicturePin, NewMember, PinChange, PinTry } from '../../../domain/contract/members.ts'
import type { RouteName } from '../../../domain/contract/routes.ts'
import type { CallHandler } from '../call.ts'
import { valueOf } from '../database/database.ts'
import { removeOrphanedPictures } from '../pictures/orphaned-pictures.ts'
import { Refusal } from '../refusal.ts'
import { newSalt } from './pin-hashing.ts'
import type { PinHashes } from './pin-hashing.ts'

const PinTryStart = z.union([z.object({ salt: z.string() }), z.object({ wait: z.int(), needsPassword: z.boolean() })])

export const memberCalls = {
  addMember: {
    open: false,
    async run({ database, pinHashes, limits }, { address, args, user, key }) {
      const tooMany = await limits.count('newPin', address, user.sessionId)
      if (tooMany) return tooMany
      const { familyId, ...body } = args
      const { id, pin, cannotRead = false, ...member } = NewMember.parse(body)
      const hashed = await hashNewPin(pin || null, pinHashes)
      if (hashed instanceof Refusal) return hashed
      const added = { familyId: familyId ?? null, id: id ?? null, ...member, cannotRead, ...hashed }
      return database.runCommand(user, 'add_member', added, key)
    },
  },
  removeMember: {
    open: false,
    async run(deps, { user, args, key }) {
      const reply = await deps.database.runCommand(user, 'remove_member', args, key)
      if (reply instanceof Refusal) return reply
      // Removes the member's picture file too, not only its name.
      await removeOrphanedPictures(deps, 10)
      return reply
    },
  },
  verifyPin: {
    open: false,
    async run({ database, pinHashes, limits }, { address, args, user }) {
      const tooMany = await limits.count('pin', address, user.sessionId)
      if (tooMany) return tooMany
      const { memberId } = args
      const { pin } = PinTry.parse({ pin: args['pin'] })
      return pinHashes.withHashSlot(async (hashPin) => {
        const started = await database.ask(user, 'begin_pin_try', { memberId: memberId ?? null })
        if (started instanceof Refusal) return started
        const may = PinTryStart.parse(valueOf(started))
        if ('wait' in may) return waitFor(may)
        const hash = await hashPin(pin, may.salt)
        const verdict = await database.ask(user, 'finish_pin_try', { memberId: memberId ?? null, hash })
        return verdict instanceof Refusal ? verdict : { json: verdict }
      })
    },
  },
  setPin: {
    open: false,
    async run({ database, pinHashes, limits }, { address, args, user, key }) {
      const tooMany = await limits.count('newPin', address, user.sessionId)
      if (tooMany) return tooMany
      const { pin } = PinChange.parse({ pin: args['pin'] })
      const hashed = await hashNewPin(pin, pinHashes)
      if (hashed instanceof Refusal) return hashed
      return database.runCommand(user, 'set_pin', { memberId: args['memberId'] ?? null, ...hashed }, key)
    },
  },
} as const satisfies Partial<Record<RouteName, CallHandler>>

type HashedPin = { salt: string | null; hash: string | null; isCommon: boolean; isOfPictures: boolean }

async function hashNewPin(pin: string | null, pinHashes: PinHashes): Promise<HashedPin | Refusal> {
  if (pin === null) return { salt: null, hash: null, isCommon: false, isOfPictures: false }
  const salt = newSalt()
  return pinHashes.withHashSlot(async (hashPin) => ({
    salt,
    hash: await hashPin(pin, salt),
    isCommon: isCommonPin(pin),
    isOfPictures: isPicturePin(pin),
  }))
}

function waitFor({ wait, needsPassword }: { wait: number; needsPassword: boolean }): Refusal {
  const headers = { 'retry-after': String(wait) }
  if (needsPassword) return new Refusal('pin_locked', undefined, headers)
  return new Refusal('wrong_pins', { seconds: wait }, headers)
}
