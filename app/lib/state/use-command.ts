import {
  useMutation,
  useQueryClient,
  type MutateOptions,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import { routes, type Change, type ChangeName, type Reply, type Route } from '#domain/contract/routes.ts'
import type { Command, CommandOf } from '#domain/rules/commands.ts'
import { callOnce, retryLimitMs } from '#app/lib/api/call-once.ts'
import { ApiError, isLineFailure, sentenceFrom } from '#app/lib/api/api-error.ts'
import { readFamilyAgain } from '#app/lib/api/queries.ts'
import { newId } from '#app/lib/device/new-id.ts'
import { nextPaint } from '#app/lib/device/next-frame.ts'
import { sessionEndKey } from '#app/lib/session/end-refused-session.ts'
import { refreshSession } from '#app/lib/session/session.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { dayIn } from '#app/lib/time/today.ts'
import { trackLate } from '#app/state/late-ids.ts'
import { dismissErrorAbout, toast, type ToastWords } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { familyState, serverState, settleCommand, showPending } from './family-store.ts'
import { callOf, idsOf, isKept, sendKept, subjectOf, titleOf, WithdrawnError } from './kept-commands.ts'
import { mayLeave } from './may-leave.ts'
import { tellRefusal } from './use-kept-commands.ts'

/** The text of a toast under the default title, or the whole toast; undefined shows none. */
type Words<Args extends readonly unknown[]> = string | ((...args: Args) => string | ToastWords | undefined)

export type CommandWords<Name extends ChangeName> = {
  success?: Words<[reply: Reply<Name>, command: CommandOf<Name>]>
  /** A text is the fallback for a missing sentence of the server; a function decides the whole toast. */
  failure?: Words<[error: Error, command: CommandOf<Name>]>
  /** Calls `show` when the toast may appear; without `delay` it appears at once. */
  delay?: (show: () => void) => void
}

/** The command of that name, as a member of the union, which TypeScript does not infer. */
type Sent<Name extends ChangeName> = CommandOf<Name> & Command
type Options<Name extends ChangeName> = MutateOptions<Reply<Name>, Error, Sent<Name>, Shown>

export type CommandResult<Name extends ChangeName> = Omit<
  UseMutationResult<Reply<Name>, Error, Sent<Name>, Shown>,
  'mutate' | 'mutateAsync'
> & {
  mutate: (change: Change<Name>, options?: Options<Name>) => void
  mutateAsync: (change: Change<Name>, options?: Options<Name>) => Promise<Reply<Name>>
}

/** The optimistic state of a command: `settle` ends it. */
type Shown = { settle: (reply?: unknown) => void; title: string }

/**
 * Sends commands of one kind with an optimistic update: those that the device keeps as soon as they can be, each other
 * one after those before it. Applies the events of a reply before its toast. A command fails when it depends on one that
 * failed to create its target.
 */
export function useCommand<Name extends ChangeName>(
  name: Name,
  { success, failure, delay = (show) => show() }: CommandWords<Name> = {},
): CommandResult<Name> {
  const client = useQueryClient()
  const endsSession = name === 'logoutEverywhere'
  const say = (command: Sent<Name>, words: string | ToastWords | undefined, usual: Omit<ToastWords, 'description'>) => {
    const about = triedBy(command)
    if (words !== undefined)
      delay(() => toast({ about, ...(typeof words === 'string' ? { ...usual, description: words } : words) }))
  }
  const { mutate, mutateAsync, ...mutation } = useMutation<Reply<Name>, Error, Sent<Name>, Shown>({
    mutationKey: endsSession ? sessionEndKey : [name],
    onMutate: (command) => showOptimistically(command),
    mutationFn: send,
    onSuccess: (reply, command, { settle }) => {
      rememberUnanswered(command)
      settle(reply)
      dismissErrorAbout(triedBy(command))
      say(command, typeof success === 'function' ? success(reply, command) : success, { title: common.success })
    },
    onError: (error, command, shown) => {
      shown?.settle()
      if (error instanceof WithdrawnError) return
      if (unsent.has(command)) return
      rememberUnanswered(command, error)
      // Without an answer this device may act as another member by now.
      if ((name === 'actAs' || name === 'verifyPin') && isUnanswered(error)) void refreshSession(client)
      // A refusal shows that an event was missed: another device was first. An open form keeps its input.
      if ((routeOf(name).confirms || isPriceChange(error)) && error instanceof ApiError && !isLineFailure(error))
        refetch(client)
      // What has waited is not on the screen any more where it was pressed, and no child is told of a lost network in red.
      if (isKept(command) && (isLineFailure(error) || serverNow() - Date.parse(command.at) > waitedMs))
        return tellRefusal(command, shown?.title ?? '', error)
      const words = typeof failure === 'function' ? failure(error, command) : failure && sentenceFrom(error, failure)
      say(command, words, { title: common.error, destructive: true })
    },
  })
  return {
    ...mutation,
    mutate: useCallback((change, options = {}) => mutate(commandOf(name, change), options), [name, mutate]),
    mutateAsync: useCallback(
      (change, options = {}) => mutateAsync(commandOf(name, change), options),
      [name, mutateAsync],
    ),
  }
}

const routeOf = (name: ChangeName): Route => routes[name]

const isPriceChange = (error: unknown) => error instanceof ApiError && error.code === 'price_changed'

/** The field of a call's body with the id of the created entity. */
function createdField(name: ChangeName): 'id' | 'redemptionId' | undefined {
  const { creates } = routeOf(name)
  return creates === 'no id' ? undefined : creates
}

/** Ignores failures, because the next event or the next join reads again. */
const refetch = (client: QueryClient): void => void readFamilyAgain(client).catch(() => {})

/** Whether the server may have done what was asked. */
const isUnanswered = (error: unknown) => error instanceof ApiError && (error.status >= 500 || isLineFailure(error))

/** Commands with an unknown result, by content: a repeated press sends the same command again under its key. */
const unanswered = new Map<string, Command>()

function commandOf<Name extends ChangeName>(name: Name, change: Change<Name>): Sent<Name> {
  const now = new Date(serverNow())
  const field = createdField(name)
  const created =
    field !== undefined && 'body' in change ? { body: { [field]: newId(), ...(change.body as object) } } : {}
  const command = unanswered.get(contentOf(name, change)) ?? { ...change, ...created, name, key: newId() }
  const today = dayIn(familyState().family?.timeZone ?? 'UTC')(now)
  return { ...command, at: now.toISOString(), today } as unknown as Sent<Name>
}

/** The name and content of a change, without the id that this page created for it. */
function contentOf(name: ChangeName, change: object): string {
  const { body, ...params } = change as { body?: Record<string, unknown> }
  const { [createdField(name) ?? '']: _, ...content } = { ...body }
  return JSON.stringify([name, params, content])
}

/** Stores an adding command until a reply comes, because under another key it would add its entity twice. */
function rememberUnanswered(command: Command, error?: Error): void {
  const { name, key: _key, at: _at, today: _today, ...change } = command
  const content = contentOf(name, change)
  if (routeOf(name).creates && isUnanswered(error)) unanswered.set(content, command)
  else unanswered.delete(content)
}

function createdId(command: Command): string | undefined {
  const field = createdField(command.name)
  return field !== undefined && 'body' in command ? (command.body as Record<string, string>)[field] : undefined
}

/**
 * Applies the optimistic command after the next paint, so that rendering a long list does not delay feedback on the
 * press.
 */
function showOptimistically(command: Command): Shown {
  let isSettled = false
  // One that is kept is on its way once it is written down.
  const stopTracking = isKept(command) ? () => {} : trackLate(idsOf(command))
  void nextPaint().then(() => {
    if (!isSettled) showPending(command)
  })
  return {
    title: titleOf(command),
    settle: (reply) => {
      isSettled = true
      stopTracking()
      settleCommand(command, reply)
    },
  }
}

/** Names the try of a command, whatever its body says: the next one for the same entity is another try. */
const triedBy = (command: Command) => `${command.name} ${idsOf(command).join()}`

/** The errors of commands that failed to create an entity, by its id. */
const failures = new Map<string, Error>()
const unsent = new WeakSet<Command>()

/** True when the server has created the entity although its command failed: only the response was lost. */
function isSaved(id: string): boolean {
  const { columns, quests, rewards, members } = serverState()
  const lists: readonly (readonly { id: string }[])[] = [columns, quests, rewards, members]
  return lists.some((entities) => entities.some((entity) => entity.id === id))
}

/** Milliseconds after which a refused command is told by the mascot, as one that has waited. */
const waitedMs = 5000

type Unsettled = { command: Command; isKept: boolean; done: Promise<unknown> }
/** The commands of this page without an outcome, in the order of the presses. */
const unsettled = new Set<Unsettled>()

/** After these the device may act as somebody else, or as nobody. */
const leaving: ReadonlySet<ChangeName> = new Set(['actAs', 'verifyPin', 'logoutEverywhere'])

async function send<Name extends ChangeName>(command: Sent<Name>): Promise<Reply<Name>> {
  if (leaving.has(command.name) && !(await mayLeave())) throw new WithdrawnError()
  const kept = isKept(command)
  const turn = turnOf(command, kept)
  const sent = kept ? sendKept<Name>(command, turn) : turn.then(() => sendOnce<Name>(command))
  // Known before those that wait for it go on.
  const done = sent.catch((error: Error) => {
    const id = createdId(command)
    if (id !== undefined && !(error instanceof WithdrawnError)) failures.set(id, error)
    throw error
  })
  const entry = { command, isKept: kept, done }
  unsettled.add(entry)
  return await done.finally(() => unsettled.delete(entry))
}

function sendOnce<Name extends ChangeName>(command: Sent<Name>): Promise<Reply<Name>> {
  const { name, key, params, body } = callOf(command)
  return callOnce(name, params, body, key) as Promise<Reply<Name>>
}

/** Resolves when the commands that have to come before are settled; rejects when the target was not created. */
async function turnOf(command: Command, kept: boolean): Promise<void> {
  const earlier = [...unsettled].filter((other) => comesBefore(other, command, kept)).map(({ done }) => done)
  if (earlier.length > 0) await Promise.race([Promise.allSettled(earlier), ...(kept ? [] : [tooLate()])])
  if (failures.size === 0) return
  const text = JSON.stringify(command)
  for (const [id, error] of failures) {
    if (id === createdId(command) || !text.includes(id) || isSaved(id)) continue
    unsent.add(command)
    throw error
  }
}

/** Rejects when a command that is not kept has waited for as long as it would have been tried. */
const tooLate = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(ApiError.unreachable(undefined)), retryLimitMs))

/** Kept commands are in order for each quest alone. */
const comesBefore = ({ command: earlier, isKept }: Unsettled, later: Command, isLaterKept: boolean): boolean =>
  (!isKept && !isLaterKept) || isAbout(earlier, later) || isAbout(later, earlier)

const isAbout = (one: Command, other: Command) => JSON.stringify(other).includes(String(subjectOf(one)))
