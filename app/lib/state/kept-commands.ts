import { atom } from 'jotai'
import type { MemberId } from '#domain/contract/ids.ts'
import type { ChangeName, Params, Reply } from '#domain/contract/routes.ts'
import { lateDays } from '#domain/contract/constants.ts'
import type { Day } from '#domain/contract/days.ts'
import { applyCommand, isMove, type Command, type CommandOf } from '#domain/rules/commands.ts'
import { completionKey, type FamilyState } from '#domain/rules/family-state.ts'
import { plusDays } from '#domain/rules/days.ts'
import { attempt, callOnce, retryDelayMs } from '#app/lib/api/call-once.ts'
import { ApiError, isLineFailure } from '#app/lib/api/api-error.ts'
import { pause } from '#app/lib/api/fetch-bytes.ts'
import { newId } from '#app/lib/device/new-id.ts'
import { liveStatusAtom } from '#app/lib/live/live-status.ts'
import {
  changeKept,
  deleteKept,
  deleteUnsent,
  readKept,
  releaseLease,
  takeLease,
  writeKept,
  type KeptCommand,
} from '#app/lib/offline/journal.ts'
import { endReasonOf, endSession } from '#app/lib/session/end-session.ts'
import { signInPath } from '#app/lib/session/end-refused-session.ts'
import { isClockMeasured, serverNow } from '#app/lib/time/server-clock.ts'
import { dayIn } from '#app/lib/time/today.ts'
import { tabChannel } from '#app/state/allowed.ts'
import { trackLate } from '#app/state/late-ids.ts'
import { store } from '#app/state/store.ts'
import { familyState, serverState, settleCommand, showPending } from './family-store.ts'

/*
 * What somebody does on this device is written down before it counts as safe, and sent until the server has answered:
 * completions, their undo, moves, wishes, and celebrations. One tab sends; the others show what it has.
 */

export const keptAtom = atom<readonly KeptCommand[]>([])
export const keptCommands = () => store.get(keptAtom)

/** Whether a command is kept on the device until the server has answered. */
export function isKept(command: Command, { family }: FamilyState = familyState()): boolean {
  if (command.name === 'moveOrEditQuest') return 'completingMemberId' in command.body || isMove(command.body)
  return command.name === 'undoCompletion' || (command.name === 'redeemReward' && family?.rewardMode !== 'spend')
}

/** Returns the ids of the entities that a command changes: those of its path, or that of the created entity. */
export function idsOf({ name: _name, key: _key, at: _at, today: _today, ...change }: Command): readonly unknown[] {
  const { body, ...params } = change as { body?: { id?: string; redemptionId?: string } }
  return body?.id === undefined ? [...Object.values(params), body?.redemptionId] : [body.id]
}

/** The title of the quest or reward that a command is about; '' if it is not there. */
export function titleOf(command: Command): string {
  const { quests, rewards } = familyState()
  const ids = idsOf(command)
  return [...quests, ...rewards].find(({ id }) => ids.includes(id))?.title ?? ''
}

/** The entity whose commands are sent in order: a quest, a redemption, or what else the path names first. */
export function subjectOf(command: Command): unknown {
  const [first, ...others] = idsOf(command)
  return command.name === 'redeemReward' ? others.at(-1) : first
}

/** An outcome that every tab is told. */
export type Outcome = { reply?: unknown; error?: unknown }
type Message = { kept: KeptCommand } | ({ number: number } & Outcome)

/** A command that was taken back before it was sent, or that is too old to be sent: nobody is told of a failure. */
export class WithdrawnError extends Error {}

const tab = newId()
const channel = tabChannel('kept commands')
/** By number: who awaits the outcome on this page. */
const waiters = new Map<number, (outcome: Outcome) => void>()
/** Those that wait for another command of this page. */
const held = new Set<number>()
const inFlight = new Set<number>()
/** By number: the attempts that began before the command was written down. */
const earlyAttempts = new Map<number, Promise<unknown>>()
/** By number: ends the note that it is on its way. */
const tracked = new Map<number, () => void>()
/** By number: the order of the last attempts, and the attempts on which the server failed. */
const attempts = new Map<number, { last: number; faults: number }>()
let lastAttempt = 0
/** Attempts in a row that did not reach the server. */
let misses = 0
/** The acting member, whose commands are shown and sent; undefined until it is known. */
export const actingMemberAtom = atom<MemberId | null | undefined>(undefined)
export const actingMember = () => store.get(actingMemberAtom)
let onOutcome = (_kept: KeptCommand, _outcome: Outcome): void => {}

/**
 * Keeps a command on this device and sends it after `before`, however long the server is not reached; resolves with the
 * reply. Where nothing can be stored it is sent for two minutes, as any other.
 */
export async function sendKept<Name extends ChangeName>(
  command: CommandOf<Name> & Command,
  before: Promise<void>,
): Promise<Reply<Name>> {
  // It is handled below, too late for one that has failed by then.
  before.catch(() => {})
  const taken = await withdraw(command)
  // The reply of the server to an undo that took back nothing.
  if (taken !== undefined) return taken as Reply<Name>
  let kept: KeptCommand
  // At the same time, because a transaction ends only after the screen has drawn what was pressed.
  const early = goesFirst(command) ? before.then(() => attemptOf(command)) : undefined
  early?.catch(() => {})
  void lease()
  try {
    const memberId = actingMember() ?? null
    kept = await writeKept({ command, title: titleOf(command), memberId, isSent: mayReach(), isTooOld: false })
    canStore = true
  } catch {
    canStore = false
    await before
    const reply = await early?.catch((error: unknown) => {
      if (retryDelayMs(error, 1) === undefined) throw error
    })
    if (reply !== undefined) return reply as Reply<Name>
    const { name, key, params, body } = callOf(command)
    return (await callOnce(name, params, body, key)) as Reply<Name>
  }
  const outcome = new Promise<Outcome>((resolve) => waiters.set(kept.number, resolve))
  held.add(kept.number)
  if (early) earlyAttempts.set(kept.number, early)
  before.then(
    () => held.delete(kept.number) && send(),
    (error: unknown) => end(kept, { error }),
  )
  tracked.set(kept.number, trackLate(idsOf(command)))
  store.set(keptAtom, (known) => withKept(known, kept))
  post({ kept })
  const { reply, error } = await outcome
  if (error !== undefined) throw error
  return reply as Reply<Name>
}

/** Whether a command may be sent at once: nothing waits that has to be sent before. */
const goesFirst = (command: Command): boolean =>
  mayReach() &&
  pausing === undefined &&
  inFlight.size < 2 &&
  !keptCommands().some((kept) => subjectOf(kept.command) === subjectOf(command))

const attemptOf = (command: Command): Promise<unknown> => {
  const { name, key, params, body } = callOf(command)
  return attempt(name, params, body, key)
}

/** Whether a request may reach the server just now. */
const mayReach = () => navigator.onLine && store.get(liveStatusAtom).state !== 'lost'

export function callOf({ name, key, at: _at, today: _today, ...change }: Command) {
  const { body, ...params } = change as { body?: unknown }
  // A command contains the params of its call, which TypeScript does not infer from the union.
  return { name, key, params: params as Params<ChangeName>, body }
}

/** Takes back a command that was not sent, if `command` undoes it; returns the server's reply to such an undo. */
async function withdraw(command: Command): Promise<object | undefined> {
  const undone = keptCommands().findLast((kept) => !kept.isSent && isUndoneBy(kept, command))
  if (undone === undefined || command.name !== 'undoCompletion' || !(await deleteUnsent(undone.number)))
    return undefined
  end(undone, { error: new WithdrawnError() })
  const { questId, memberId, completedDate } = command
  return { questId, memberId, completedDate, gems: 0, owed: 0, events: [] }
}

/** Whether a command makes the completion that `undo` takes back. */
function isUndoneBy({ number, command }: KeptCommand, undo: Command): boolean {
  if (undo.name !== 'undoCompletion' || !idsOf(command).includes(undo.questId)) return false
  const before = keptCommands()
    .filter((kept) => kept.number < number)
    .reduce((state, kept) => applyCommand(state, kept.command), serverState())
  const has = ({ completions }: FamilyState) => completions.some((done) => completionKey(done) === completionKey(undo))
  return !has(before) && has(applyCommand(before, command))
}

/** Sends what waits: in order for each quest, those first that were tried the longest ago. */
function send(): void {
  if (inFlight.size >= 2 || pausing !== undefined) return
  const next = nextToSend()
  if (next === undefined) return
  void attemptOne(next)
  send()
}

let pausing: Promise<void> | undefined

function nextToSend(): KeptCommand | undefined {
  const busy = new Set<unknown>()
  let next: KeptCommand | undefined
  for (const kept of keptCommands()) {
    if (kept.isTooOld) continue
    const subject = subjectOf(kept.command)
    const isFree = !busy.has(subject) && !held.has(kept.number) && !inFlight.has(kept.number)
    busy.add(subject)
    if (!isFree || kept.memberId !== actingMember()) continue
    if (next === undefined || lastOf(kept) < lastOf(next)) next = kept
  }
  return next
}

const lastOf = ({ number }: KeptCommand) => attempts.get(number)?.last ?? 0

function pauseAll(ms: number): void {
  pausing ??= pause(ms).then(() => {
    pausing = undefined
    send()
  })
}

/** Milliseconds for which a tab may send without saying so again. */
const leaseMs = 5000

let leasedUntil = 0
let leasing: Promise<number> | undefined

/** Makes this tab the sender, unless it is; resolves as `takeLease`. A broken storage loses nothing that can be sent. */
function lease(): Promise<number> {
  if (Date.now() < leasedUntil - leaseMs / 2) return Promise.resolve(0)
  leasing ??= takeLease(tab, leaseMs)
    .catch(() => 0)
    .then((left) => {
      if (left === 0) leasedUntil = Date.now() + leaseMs
      return left
    })
    .finally(() => (leasing = undefined))
  return leasing
}

async function attemptOne(kept: KeptCommand): Promise<void> {
  const { number } = kept
  const early = earlyAttempts.get(number)
  earlyAttempts.delete(number)
  const tried = { last: ++lastAttempt, faults: attempts.get(number)?.faults ?? 0 }
  attempts.set(number, tried)
  inFlight.add(number)
  const renewal = setInterval(() => void lease(), leaseMs / 2)
  try {
    window.addEventListener('pagehide', letOthersSend)
    const reply = await (early ?? attemptInTurn(kept))
    if (reply === undefined) return
    misses = 0
    end(kept, { reply })
  } catch (error) {
    const delay = retryDelayMs(error, isLineFailure(error) ? ++misses : ++tried.faults)
    if (delay !== undefined) pauseAll(delay)
    else if (error instanceof ApiError && error.code === 'other_completion_day') await setTooOld(kept)
    else end(kept, { error })
  } finally {
    clearInterval(renewal)
    inFlight.delete(number)
    send()
  }
}

/** Sends what was written down before, as the one tab that sends; resolves to undefined where it is not sent. */
async function attemptInTurn(kept: KeptCommand): Promise<unknown> {
  const { number, command } = kept
  const otherSendsFor = await lease()
  if (otherSendsFor > 0) return pauseAll(otherSendsFor)
  if (isTooOld(command)) return setTooOld(kept)
  // Without a network nothing leaves the device.
  const isSent = kept.isSent || navigator.onLine
  // Another tab may have ended it, unless it was pressed here.
  if (!(isSent === kept.isSent && waiters.has(number)) && !(await changeKept({ number, isSent }).catch(() => true)))
    return end(kept, { error: new WithdrawnError() })
  if (isSent !== kept.isSent) tell({ kept: { ...kept, isSent } })
  return attemptOf(command)
}

const letOthersSend = () => void releaseLease().catch(() => {})

/** Whether the server takes the day of a command no more; false until the device's clock was compared with the server's. */
function isTooOld({ body, today }: Command & { body?: object }): boolean {
  if (!isClockMeasured()) return false
  const day = body !== undefined && 'completedDate' in body ? (body.completedDate as Day) : today
  return day < plusDays(dayIn(familyState().family?.timeZone ?? 'UTC')(new Date(serverNow())), -lateDays.completion)
}

async function setTooOld(kept: KeptCommand): Promise<void> {
  await changeKept({ number: kept.number, isTooOld: true }).catch(() => {})
  tell({ kept: { ...kept, isTooOld: true } })
}

/** Ends a command in all tabs, and on the device. */
export function end({ number }: KeptCommand, outcome: Outcome): void {
  deleteKept(number).catch(() => {})
  const { error } = outcome
  // An error of the server crosses as its fields.
  post({ number, ...(error === undefined ? { reply: outcome.reply } : { error: ApiError.toFields(error) }) })
  receive({ number, ...outcome })
}

const post = (message: Message) => channel()?.postMessage(message)

function tell(message: Message): void {
  post(message)
  receive(message)
}

const onMessage = ({ data }: MessageEvent<Message>) =>
  receive('kept' in data || data.error === undefined ? data : { ...data, error: ApiError.fromFields(data.error) })

/** Follows what this tab or another one has written or ended. */
function receive(message: Message): void {
  if ('kept' in message) {
    const { kept } = message
    const known = keptCommands().find(({ number }) => number === kept.number)
    // The same command as it is shown.
    const next = known ? { ...kept, command: known.command } : kept
    store.set(keptAtom, (others) => withKept(others, next))
    if (kept.isTooOld) conceal(next, { error: new WithdrawnError() })
    else if (known === undefined) reveal(next)
    send()
    return
  }
  const { number, ...outcome } = message
  const kept = keptCommands().find((each) => each.number === number)
  if (kept === undefined) return
  store.set(keptAtom, (others) => others.filter((each) => each !== kept))
  conceal(kept, outcome)
  attempts.delete(number)
  held.delete(number)
  send()
}

const withKept = (known: readonly KeptCommand[], kept: KeptCommand) =>
  [...known.filter(({ number }) => number !== kept.number), kept].toSorted((a, b) => a.number - b.number)

/** Shows a command of an earlier page or another tab, if it is the acting member's. */
function reveal({ number, command, memberId, isTooOld }: KeptCommand): void {
  if (memberId !== actingMember() || isTooOld || tracked.has(number)) return
  showPending(command)
  tracked.set(number, trackLate(idsOf(command)))
}

/** Shows a command no more, with the events of its reply; who pressed on this page is told, else the listener. */
function conceal(kept: KeptCommand, { reply, error }: Outcome): void {
  const { number, command, memberId } = kept
  tracked.get(number)?.()
  tracked.delete(number)
  const waiter = waiters.get(number)
  waiters.delete(number)
  if (waiter) return waiter({ reply, error })
  settleCommand(command, reply)
  const reason = error instanceof ApiError ? endReasonOf(error.code) : undefined
  if (reason) endSession(signInPath(), reason)
  else if (memberId === actingMember() && !(error instanceof WithdrawnError)) onOutcome(kept, { reply, error })
}

/**
 * Shows and sends what the device keeps of `member`, the acting one. Calls `listener` with the outcome of a command of
 * an earlier page or of another tab.
 */
export async function followKept(member: MemberId | null, listener: typeof onOutcome): Promise<void> {
  onOutcome = listener
  channel()?.addEventListener('message', onMessage)
  if (actingMember() !== undefined && actingMember() !== member)
    for (const { number, command } of keptCommands()) {
      tracked.get(number)?.()
      tracked.delete(number)
      settleCommand(command)
    }
  store.set(actingMemberAtom, member)
  const stored = await readKept().then(
    (known) => ((canStore = true), known),
    () => ((canStore = false), []),
  )
  store.set(keptAtom, (known) =>
    stored.filter(({ number }) => !known.some((each) => each.number === number)).reduce(withKept, known),
  )
  if (actingMember() === member) keptCommands().forEach(reveal)
  send()
}

let canStore: boolean | undefined

/** Whether what is done now reaches the server or stays on this device; false without a network and without storage. */
export const isSafeToPress = (): boolean => mayReach() || canStore !== false
