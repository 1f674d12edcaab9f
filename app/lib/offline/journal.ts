import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { MemberId } from '#domain/contract/ids.ts'
import type { Command } from '#domain/rules/commands.ts'
import { journalName } from '#app/lib/session/end-session.ts'

/** A command that this device keeps until the server has answered it. */
export type KeptCommand = {
  /** Its place in the order of the presses, in all tabs. */
  number: number
  command: Command
  /** Of the quest or reward, which may be deleted until somebody is told of a refusal. */
  title: string
  /** The member that the device acted as. */
  memberId: MemberId | null
  /** Whether a request with it may have reached the server. */
  isSent: boolean
  /** Its day is too long ago to count; it waits to be dismissed. */
  isTooOld: boolean
}

interface Journal extends DBSchema {
  commands: { key: number; value: KeptCommand }
  /** The tab that sends, and until when (milliseconds since 1970). */
  lease: { key: 'sender'; value: { tab: string; until: number } }
}

let opened: Promise<IDBPDatabase<Journal>> | undefined

const close = () => {
  void opened?.then((database) => database.close()).catch(() => {})
  opened = undefined
}

function open(): Promise<IDBPDatabase<Journal>> {
  opened ??= openDB<Journal>(journalName, 1, {
    upgrade: (database) => {
      database.createObjectStore('commands', { keyPath: 'number', autoIncrement: true })
      database.createObjectStore('lease')
    },
    // The end of the session in another tab deletes it.
    blocking: close,
    terminated: close,
  })
  opened.catch(() => (opened = undefined))
  return opened
}

/** The kept commands in their order. Rejects where the browser stores nothing. */
export const readKept = async (): Promise<KeptCommand[]> => (await open()).getAll('commands')

/** Writes a command to the device's storage; returns it with its number. Rejects where that is full or refused. */
export async function writeKept(kept: Omit<KeptCommand, 'number'>): Promise<KeptCommand> {
  const transaction = (await open()).transaction('commands', 'readwrite', { durability: 'strict' })
  // The store gives the number.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const number = await transaction.store.add(kept as KeptCommand)
  await transaction.done
  return { ...kept, number }
}

/** Changes a kept command; resolves to false if it is not kept any more. */
export async function changeKept({
  number,
  ...change
}: Pick<KeptCommand, 'number'> & Partial<KeptCommand>): Promise<boolean> {
  const { store, done } = (await open()).transaction('commands', 'readwrite')
  const kept = await store.get(number)
  if (kept !== undefined) await store.put({ ...kept, ...change })
  await done
  return kept !== undefined
}

export const deleteKept = async (number: number): Promise<void> => (await open()).delete('commands', number)

/** Deletes a command unless a request with it may have reached the server; resolves to whether it did. */
export async function deleteUnsent(number: number): Promise<boolean> {
  const { store, done } = (await open()).transaction('commands', 'readwrite')
  const isUnsent = (await store.get(number))?.isSent === false
  if (isUnsent) await store.delete(number)
  await done
  return isUnsent
}

/**
 * Makes this tab the one that sends for `forMs`; resolves to 0, or to the milliseconds for which another tab is. A lease
 * in place of a Web Lock, which a page that the system has frozen would hold, and plain http lacks.
 */
export async function takeLease(tab: string, forMs: number): Promise<number> {
  const transaction = (await open()).transaction('lease', 'readwrite')
  const held = await transaction.store.get('sender')
  const left = (held?.until ?? 0) - Date.now()
  // A longer one was written before the clock was put back.
  const isTaken = held !== undefined && held.tab !== tab && left > 0 && left <= forMs
  if (!isTaken) await transaction.store.put({ tab, until: Date.now() + forMs }, 'sender')
  await transaction.done
  return isTaken ? left : 0
}

/** Lets another tab send at once. */
export const releaseLease = async (): Promise<void> => (await open()).delete('lease', 'sender')
