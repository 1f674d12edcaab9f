import { networksOf } from '../../edge-functions/api/networks.ts'
import { Rate } from '../../edge-functions/api/rate.ts'
import type { RealtimeLimits } from './limits.ts'

/** Counts one join; false when it is one too many. `session` is undefined for those who have none. */
export type CountJoin = (address: string, session: string | undefined) => boolean

/** Rate limits of joins, for each session, for each address and in all, so that no client uses up what others need. */
export function createJoinBudgets(limits: RealtimeLimits, uptime: () => number): CountJoin {
  const aSecond = (most: number) => new Rate(most, 1000, uptime)
  const all = aSecond(limits.joinsPerSecond)
  const ofAddress = aSecond(limits.joinsOfAddress)
  const ofSession = aSecond(limits.joinsOfSession)
  const anonymous = aSecond(limits.anonymousJoinsPerSecond)
  const anonymousOfAddress = aSecond(limits.anonymousJoinsOfAddress)
  // The narrow limits first: a client that has used up its own takes nothing from the shared ones.
  return (address, session) =>
    session === undefined
      ? takeOf(anonymousOfAddress, address) && anonymous.take()
      : ofSession.take(session) && takeOf(ofAddress, address) && all.take()
}

const takeOf = (rate: Rate, address: string) => networksOf(address).every(({ name, times }) => rate.take(name, times))
