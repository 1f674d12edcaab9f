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
    terminated: close,
  })
  opened.catch(() => (opened = undefined))
  return opened
}

/** Milliseconds after which the storage counts as refused: WebKit has left databases without an answer. */
const hungMs = 2000

/** Runs work on the database; rejects where nothing can be stored, or nothing answers. */
function inTime<Result>(work: (database: IDBPDatabase<Journal>) => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      close()
      reject(new Error('The storage of this device does not answer'))
    }, hungMs)
    open()
      .then(work)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/** The kept commands in their order. Rejects where the browser stores nothing. */
export const readKept = (): Promise<KeptCommand[]> => inTime((database) => database.getAll('commands'))

/** Writes a command to the device's storage; returns it with its number. Rejects where that is full or refused. */
export const writeKept = (kept: Omit<KeptCommand, 'number'>): Promise<KeptCommand> =>
  inTime(async (database) => {
    const transaction = database.transaction('commands', 'readwrite', { durability: 'relaxed' })
    // The store gives the number.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const added = transaction.store.add(kept as KeptCommand)
    // Without it the transaction would end once the page has drawn what was pressed, too late for a reload before.
    transaction.commit()
    const [number] = await Promise.all([added, transaction.done])
    return { ...kept, number }
  })

/** Changes a kept command; resolves to false if it is not kept any more. */
export const changeKept = ({
  number,
  ...change
}: Pick<KeptCommand, 'number'> & Partial<KeptCommand>): Promise<boolean> =>
  inTime(async (database) => {
    const { store, done } = database.transaction('commands', 'readwrite')
    const kept = await store.get(number)
    if (kept !== undefined) await store.put({ ...kept, ...change })
    await done
    return kept !== undefined
  })

export const deleteKept = (number: number): Promise<void> => inTime((database) => database.delete('commands', number))

/** Deletes a command unless a request with it may have reached the server; resolves to whether it did. */
export const deleteUnsent = (number: number): Promise<boolean> =>
  inTime(async (database) => {
    const { store, done } = database.transaction('commands', 'readwrite')
    const isUnsent = (await store.get(number))?.isSent === false
    if (isUnsent) await store.delete(number)
    await done
    return isUnsent
  })

/**
 * Makes this tab the one that sends for `forMs`; resolves to 0, or to the milliseconds for which another tab is. A lease
 * in place of a Web Lock, which a page that the system has frozen would hold, and plain http lacks.
 */
export const takeLease = (tab: string, forMs: number): Promise<number> =>
  inTime(async (database) => {
    const { store, done } = database.transaction('lease', 'readwrite')
    const held = await store.get('sender')
    const left = (held?.until ?? 0) - Date.now()
    // A longer one was written before the clock was put back.
    const isTaken = held !== undefined && held.tab !== tab && left > 0 && left <= forMs
    if (!isTaken) await store.put({ tab, until: Date.now() + forMs }, 'sender')
    await done
    return isTaken ? left : 0
  })

/** Lets another tab send at once. */
export const releaseLease = (): Promise<void> => inTime((database) => database.delete('lease', 'sender'))
