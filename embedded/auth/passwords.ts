import type { PasswordResult, PasswordTask } from './password-worker.ts'

export type Passwords = {
  hash(password: string): Promise<string>
  /** Takes the same time for a missing hash, so that nobody learns which addresses have an account. */
  verify(password: string, hash: string | null | undefined): Promise<boolean>
  close(): void
}

// Compared where there is no hash, at the cost that others have.
const nobodysHash = (cost: number) => `$2a$${String(cost).padStart(2, '0')}$7EqJtq98hPqEX7fNZaFWoOhi5lwlMTEtLtxqoJhXWoRdu/ZVJmXIG`

type Waiting = { resolve: (result: PasswordResult) => void; reject: (error: Error) => void }

/**
 * bcrypt takes about 80 ms of one core. A worker does it, or every live board would stall with each
 * sign-in. It starts with the first password and ends when none came for a while.
 * @param cost Of a new hash, as the hosted service has it.
 */
export function createPasswords({ cost = 10, idleMs = 20_000 } = {}): Passwords {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  let lastId = 0

  function end() {
    clearTimeout(idle)
    worker?.terminate()
    worker = undefined
    for (const { reject } of waiting.values()) reject(new Error('The password worker has ended'))
    waiting.clear()
  }

  function start(): Worker {
    const started = new Worker(new URL('./password-worker.ts', import.meta.url), { type: 'module' })
    started.onmessage = ({ data }: MessageEvent<PasswordResult>) => {
      waiting.get(data.id)?.resolve(data)
      waiting.delete(data.id)
      if (waiting.size === 0) idle = setTimeout(end, idleMs)
    }
    started.onerror = (event) => {
      // Without this the error would end the whole process.
      event.preventDefault()
      end()
    }
    return started
  }

  function run(task: PasswordTask): Promise<PasswordResult> {
    clearTimeout(idle)
    worker ??= start()
    const { promise, resolve, reject } = Promise.withResolvers<PasswordResult>()
    waiting.set(task.id, { resolve, reject })
    worker.postMessage(task)
    return promise
  }

  return {
    async hash(password) {
      const result = await run({ id: ++lastId, kind: 'hash', password, cost })
      if (!('hash' in result)) throw new Error('A hash was asked for')
      return result.hash
    },
    async verify(password, hash) {
      const result = await run({ id: ++lastId, kind: 'verify', password, hash: isBcrypt(hash) ? hash : nobodysHash(cost) })
      return isBcrypt(hash) && 'same' in result && result.same
    },
    close: end,
  }
}

// A cost above 14 would keep the worker busy for seconds to hours with one try.
export const isBcrypt = (hash: string | null | undefined): hash is string =>
  typeof hash === 'string' && /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/.test(hash)
