import { useMutation, useQueryClient, type MutateOptions, type QueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Change, ChangeName, Params, Reply } from '#domain/contract/routes.ts'
import type { Command, CommandOf } from '#domain/rules/commands.ts'
import { callOnce } from '#app/lib/api/call-once.ts'
import { ApiError, isLineFailure, sentenceFrom } from '#app/lib/api/api-error.ts'
import { refetchFamily } from '#app/lib/api/queries.ts'
import { newId } from '#app/lib/device/new-id.ts'
import { nextPaint } from '#app/lib/device/next-frame.ts'
import { leaving } from '#app/lib/session/refused.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { dayIn } from '#app/lib/time/today.ts'
import { trackLate } from '#app/state/on-its-way.ts'
import { toast, type ToastWords } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { familyState, serverState, settleCommand, showPending } from './family-store.ts'

/** The text of a toast under the usual title, or all of its words; nothing is said where it is undefined. */
type Words<Args extends readonly unknown[]> = string | ((...args: Args) => string | ToastWords | undefined)

export type CommandWords<Name extends ChangeName> = {
  success?: Words<[reply: Reply<Name>, command: CommandOf<Name>]>
  /** As a text it stands in for the server's sentence where there is none; a function says all by itself. */
  failure?: Words<[error: Error, command: CommandOf<Name>]>
  /** Calls `show` when the toast may be shown; at once without it. */
  delay?: (show: () => void) => void
}

/** One of the commands, and the one of that name: the union does not say so by itself. */
type Sent<Name extends ChangeName> = CommandOf<Name> & Command
type Options<Name extends ChangeName> = MutateOptions<Reply<Name>, Error, Sent<Name>, Shown>

export type CommandResult<Name extends ChangeName> = Omit<UseMutationResult<Reply<Name>, Error, Sent<Name>, Shown>, 'mutate' | 'mutateAsync'> & {
  mutate: (change: Change<Name>, options?: Options<Name>) => void
  mutateAsync: (change: Change<Name>, options?: Options<Name>) => Promise<Reply<Name>>
}

/** Ends the wait for the frame in which a command is shown. */
type Shown = { settle: (reply?: unknown) => void }

/**
 * Sends changes of one kind, and shows at once what they will do. A device has one request in flight: the next one goes out when it is
 * answered. The events of the answer are applied before anything is said of it. A command that names what a failed one was to create fails with it.
 */
export function useCommand<Name extends ChangeName>(name: Name, { success, failure, delay = (show) => show() }: CommandWords<Name> = {}): CommandResult<Name> {
  const client = useQueryClient()
  const endsSession = name === 'logoutEverywhere'
  const say = (words: string | ToastWords | undefined, usual: Omit<ToastWords, 'description'>) => {
    if (words !== undefined) delay(() => toast(typeof words === 'string' ? { ...usual, description: words } : words))
  }
  const { mutate, mutateAsync, ...mutation } = useMutation<Reply<Name>, Error, Sent<Name>, Shown>({
    mutationKey: endsSession ? leaving : [name],
    scope: { id: 'commands' },
    onMutate: (command) => pend(command),
    mutationFn: send,
    onSuccess: (reply, command, { settle }) => {
      rememberUnanswered(command)
      settle(reply)
      say(typeof success === 'function' ? success(reply, command) : success, { title: common.success })
    },
    onError: (error, command, shown) => {
      shown?.settle()
      const id = createdId(command)
      if (id !== undefined) failures.set(id, error)
      if (unsent.has(command)) return
      rememberUnanswered(command, error)
      // Another device was first, and its event was missed. A form stays as it is, with what was typed.
      if (answering.has(name) && error instanceof ApiError && !isLineFailure(error)) refetch(client)
      const words = typeof failure === 'function' ? failure(error, command) : failure && sentenceFrom(error, failure)
      say(words, { title: common.error, destructive: true })
    },
  })
  return {
    ...mutation,
    mutate: useCallback((change, options = {}) => mutate(commandOf(name, change), options), [name, mutate]),
    mutateAsync: useCallback((change, options = {}) => mutateAsync(commandOf(name, change), options), [name, mutateAsync]),
  }
}

/** Calls that answer a question about what is shown: refused, that was old. */
const answering: ReadonlySet<ChangeName> = new Set(['deleteQuest', 'deleteColumn', 'deleteReward', 'removeMember', 'decideRedemption', 'putBackRedemption'])

/** The field of a call's body that names what it creates. */
const createdField: Partial<Record<ChangeName, 'id' | 'redemptionId'>> = {
  addQuest: 'id',
  addColumn: 'id',
  addReward: 'id',
  addMember: 'id',
  redeemReward: 'redemptionId',
}

/** Calls that add something each time. */
const adding: ReadonlySet<ChangeName> = new Set(['addGemEntry', ...(Object.keys(createdField) as ChangeName[])])

/** What cannot be read now, the next event or the next join reads. */
const refetch = (client: QueryClient): void => void refetchFamily(client).catch(() => {})

/** Commands of which nobody knows whether they were carried out, by content: pressed again, each is sent again under its key. */
const unanswered = new Map<string, Command>()

function commandOf<Name extends ChangeName>(name: Name, change: Change<Name>): Sent<Name> {
  const now = new Date(serverNow())
  const field = createdField[name]
  const created = field !== undefined && 'body' in change ? { body: { [field]: newId(), ...(change.body as object) } } : {}
  const command = unanswered.get(contentOf(name, change)) ?? { ...change, ...created, name, key: newId() }
  const today = dayIn(familyState().family?.timeZone ?? 'UTC')(now)
  return { ...command, at: now.toISOString(), today } as unknown as Sent<Name>
}

/** The name and the content of a change, without the id that this page chose for it. */
function contentOf(name: ChangeName, change: object): string {
  const { body, ...params } = change as { body?: Record<string, unknown> }
  const { [createdField[name] ?? '']: _, ...content } = { ...body }
  return JSON.stringify([name, params, content])
}

/** Remembers a command that would add something twice under another key, until an answer comes. */
function rememberUnanswered(command: Command, error?: Error): void {
  const { name, key: _key, at: _at, today: _today, ...change } = command
  const content = contentOf(name, change)
  if (adding.has(name) && error instanceof ApiError && (error.status >= 500 || isLineFailure(error))) unanswered.set(content, command)
  else unanswered.delete(content)
}

function createdId(command: Command): string | undefined {
  const field = createdField[command.name]
  return field !== undefined && 'body' in command ? (command.body as Record<string, string>)[field] : undefined
}

/** Shows the command behind the next frame, which answers the press itself: drawn together, a long list would delay that. */
function pend(command: Command): Shown {
  let isSettled = false
  const stopTracking = trackLate(idsOf(command))
  void nextPaint().then(() => {
    if (!isSettled) showPending(command)
  })
  return {
    settle: (reply) => {
      isSettled = true
      stopTracking()
      settleCommand(command, reply)
    },
  }
}

/** Returns the ids of what a command changes: those of its path, or the one of what it creates. */
function idsOf({ name: _name, key: _key, at: _at, today: _today, ...change }: Command): readonly unknown[] {
  const { body, ...params } = change as { body?: { id?: string; redemptionId?: string } }
  return body?.id === undefined ? [...Object.values(params), body?.redemptionId] : [body.id]
}

/** Why the ids came to nothing that failed commands were to create. */
const failures = new Map<string, Error>()
const unsent = new WeakSet<Command>()

/** True when the server has created the entity all the same: of its command only the answer was lost. */
function isSaved(id: string): boolean {
  const { columns, quests, rewards, members } = serverState()
  const lists: readonly (readonly { id: string }[])[] = [columns, quests, rewards, members]
  return lists.some((entities) => entities.some((entity) => entity.id === id))
}

async function send<Name extends ChangeName>(command: Sent<Name>): Promise<Reply<Name>> {
  const { name, key, at: _at, today: _today, ...change }: Command = command
  const text = failures.size > 0 ? JSON.stringify(change) : ''
  for (const [id, error] of failures) {
    if (id === createdId(command) || !text.includes(id) || isSaved(id)) continue
    unsent.add(command)
    throw error
  }
  const { body, ...params } = change as { body?: unknown }
  // A command has the ids of its call, which the union of all of them does not say.
  return await callOnce(name as Name, params as Params<Name>, body, key)
}
