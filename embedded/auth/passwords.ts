import { ServiceRefusal } from '../service-refusal.ts'
import type { PasswordTask } from './password-worker.ts'
import { invalid } from './refusal.ts'

export type Passwords = {
  hash(password: string): Promise<string>
  /** Takes the same time for a missing hash, so that nobody learns which addresses have an account. */
  verify(password: string, hash: string | undefined): Promise<boolean>
  close(): void
}

// Compared where there is no hash, at the cost that others have.
const nobodysHash = (cost: number) =>
  `$2a$${String(cost).padStart(2, '0')}$7EqJtq98hPqEX7fNZaFWoOhi5lwlMTEtLtxqoJhXWoRdu/ZVJmXIG`

/**
 * bcrypt takes about 80 ms of one core. A worker does it, or every live board would stall with each
 * sign-in. It starts with the first password and ends when none came for a while.
 * @param cost Of a new hash, as the hosted service has it.
 */
export function createPasswords({ cost = 10, idleMs = 20_000 } = {}): Passwords {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
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
    started.onmessage = ({ data: { id, result } }: MessageEvent<{ id: number; result: string | boolean }>) => {
      waiting.get(id)?.resolve(result)
      waiting.delete(id)
      if (waiting.size === 0) idle = setTimeout(end, idleMs)
    }
    started.onerror = (event) => {
      // Without this the error would end the whole process.
      event.preventDefault()
      end()
    }
    return started
  }

  function run(task: PasswordTask): Promise<unknown> {
    clearTimeout(idle)
    worker ??= start()
    const id = ++lastId
    const result = Promise.withResolvers<unknown>()
    waiting.set(id, result)
    worker.postMessage({ id, ...task })
    return result.promise
  }

  return {
    hash: async (password) => String(await run({ password, cost })),
    async verify(password, hash) {
      const isSame = await run({ password, hash: isBcrypt(hash) ? hash : nobodysHash(cost) })
      return isBcrypt(hash) && isSame === true
    },
    close: end,
  }
}

// A cost above 14 would keep the worker busy for seconds to hours with one try.
export const isBcrypt = (hash: string | undefined): hash is string =>
  hash !== undefined && /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/.test(hash)

/** Refuses a password that must not be stored. Length counts bytes, as the hosted service does. */
export function refuseWeak(
  password: string,
  { minimumPasswordLength }: { minimumPasswordLength: number },
): ServiceRefusal | undefined {
  const { length } = new TextEncoder().encode(password)
  // bcrypt reads 72 bytes; what lies behind them would count for nothing.
  if (length > 72) return invalid('Password cannot be longer than 72 characters')
  if (length >= minimumPasswordLength) return undefined
  const sentence = `Password should be at least ${minimumPasswordLength} characters.`
  return new ServiceRefusal(422, 'weak_password', sentence, { weak_password: { reasons: ['length'] } })
}
