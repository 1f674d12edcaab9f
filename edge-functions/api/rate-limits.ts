import { secondsBetweenMails } from '../../domain/contract/auth.ts'
import type { Database } from './database/database.ts'
import type { Digest } from './digest.ts'
import { networksOf } from './networks.ts'
import { Refusal } from './refusal.ts'
import type { Settings } from './settings.ts'

type Limit = { seconds: number; address: number; account: number; refuse?: typeof tooManyTries }

const tooManyTries = (wait: number) => new Refusal('too_many_tries', undefined, { 'retry-after': String(wait) })

/** `wait` is in seconds. */
export const tooManyMails = (wait: number) => new Refusal('too_many_mails', undefined, { 'retry-after': String(wait) })

/** Maximum tries within `seconds`, per address (of IPv6 per /64, and ten times as many per /48) and per account. */
const limits = {
  signUp: { seconds: 3600, address: 30, account: 5 },
  signIn: { seconds: 300, address: 60, account: 15 },
  /** For a device that signed in to the account before, so that guesses elsewhere do not lock its owner out. */
  signInAgain: { seconds: 300, address: 60, account: 15 },
  password: { seconds: 300, address: 60, account: 10 },
  /** For mails; `account` is the recipient, whether or not the address has an account. */
  mail: { seconds: 3600, address: 30, account: 10, refuse: tooManyMails },
  mailAgain: { seconds: secondsBetweenMails, address: 30, account: 1, refuse: tooManyMails },
  mailedLink: { seconds: 300, address: 60, account: 30 },
  cleanUp: { seconds: 60, address: 6, account: 6 },
  pin: { seconds: 60, address: 120, account: 60 },
  newPin: { seconds: 300, address: 120, account: 40 },
  newPairing: { seconds: 300, address: 120, account: 30 },
  /** For codes of devices; `account` is the whole installation. */
  join: { seconds: 600, address: 20, account: 3000 },
} as const satisfies Record<string, Limit>

export type RateLimits = {
  /**
   * Counts one try; returns a Refusal when there were too many. `account` identifies the target of the try, such as an
   * e-mail address.
   */
  count(what: keyof typeof limits, address: string | undefined, account: string): Promise<Refusal | undefined>
  /**
   * Runs `check`, a guess at the password of `account`, unless there were too many. After a hundred wrong ones within a
   * day five an hour are let through, from all callers together; a right one resets the count.
   */
  guess<Answer>(
    what: 'signIn' | 'signInAgain' | 'password',
    address: string | undefined,
    account: string,
    check: () => Promise<Answer | Refusal>,
  ): Promise<Answer | Refusal>
}

/** Counts in the database, for all instances of the function together and across restarts. */
export function createRateLimits(
  database: Database,
  digest: Digest,
  settings: Pick<Settings, 'rateLimits'>,
): RateLimits {
  const count: RateLimits['count'] = async (what, address, account) => {
    if (!settings.rateLimits) return undefined
    const { seconds, refuse = tooManyTries, ...most }: Limit = limits[what]
    // Callers without a known address would share one count.
    const networks = address === undefined ? [] : networksOf(address)
    const tries = await Promise.all([
      ...networks.map(async ({ name, times }) => ({
        key: await digest(`${what} address ${name}`),
        most: most.address * times,
      })),
      digest(`${what} account ${account}`).then((key) => ({ key, most: most.account })),
    ])
    const wait = await database.countTries(tries, seconds)
    if (wait instanceof Refusal) return wait
    return wait === 0 ? undefined : refuse(wait)
  }

  return {
    count,
    async guess(what, address, account, check) {
      if (!settings.rateLimits) return check()
      const tooMany = await count(what, address, account)
      if (tooMany) return tooMany
      const key = await digest(`${what} guess ${account}`)
      const wait = await database.countGuess(key)
      if (wait instanceof Refusal) return wait
      if (wait > 0) return tooManyTries(wait)
      const answer = await check()
      if (!(answer instanceof Refusal)) await database.forgetGuesses(key)
      return answer
    },
  }
}
