import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { completionDays } from '#domain/contract/constants.ts'
import { FamilyId } from '#domain/contract/ids.ts'
import { plusDays } from '#domain/rules/days.ts'
import { familyStateQuery } from '#app/lib/api/queries.ts'
import type { Session } from '#app/lib/session/session.ts'
import { useKeptCommands } from '#app/lib/state/use-kept-commands.ts'
import { useFamilyPart, useReadFor } from '#app/lib/state/family-store.ts'
import { forgetUnreadable } from '#app/lib/state/forget-unreadable.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { isBubbleOpen, selectMember, storedMemberAtom } from '#app/lib/state/selected-member.ts'
import type { FamilyFrameContext } from './family-frame-context.ts'

// A placeholder until the family is known; no request uses it.
const noFamily = FamilyId.parse('00000000-0000-0000-0000-000000000000')

/** Milliseconds between two reads of a state that is of another day or member. */
const againMs = 5000

export type FamilyResult = {
  state: 'loading' | 'failed' | 'no-family' | 'nobody' | 'ready'
  /** Set when `state` is `ready`. */
  context: FamilyFrameContext | undefined
  error: unknown
  retry: () => void
}

/** The family of the session, and the member the screen is about. */
export function useFamily(session: Session): FamilyResult {
  const client = useQueryClient()
  const { familyId = noFamily, ownMember, actingMember } = session
  const hasFamily = session.familyId !== undefined
  const { error, refetch } = useQuery({ ...familyStateQuery(familyId), enabled: hasFamily })
  const family = useFamilyPart('family')
  const members = useFamilyPart('members')
  const readFor = useReadFor()
  useKeptCommands(actingMember)
  const route = useParams()['memberId']
  const [stored, setStored] = useAtom(storedMemberAtom)
  const member = selectMember(members, { route, stored, own: ownMember ?? actingMember })

  // On a paired device a kid that became a parent is nobody.
  const acting = members.find(({ id, role }) => id === actingMember && (role === 'kid' || session.kind === 'account'))
  const kid = acting?.role === 'kid' ? acting.id : undefined
  useEffect(() => {
    if (kid !== undefined) forgetUnreadable(client, kid)
  }, [client, kid])

  const { today } = useFamilyClock()
  const isCurrent =
    readFor === undefined || readFor === `${plusDays(today, -completionDays.daysBefore)} ${actingMember}`
  useEffect(() => {
    if (isCurrent) return undefined
    void refetch()
    // Until the server's clock is at that day as well.
    const timer = setInterval(() => void refetch(), againMs)
    return () => clearInterval(timer)
  }, [isCurrent, refetch])

  // Stores only a choice: the member of the address, unless a PIN is required. A fallback member is no choice.
  const chosen =
    member !== undefined && member.id === route && (acting === undefined || isBubbleOpen(member, acting))
      ? member.id
      : undefined
  useEffect(() => {
    if (chosen !== undefined) setStored(chosen)
  }, [chosen, setStored])

  const known = { context: undefined, error, retry: () => void refetch() }
  if (!hasFamily) return { ...known, state: 'no-family' }
  if (family?.id !== familyId || readFor === undefined) return { ...known, state: error ? 'failed' : 'loading' }
  if (!member) return { ...known, state: 'nobody' }
  return { ...known, state: 'ready', context: { session, family, acting, memberId: member.id, members } }
}
