import { useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { useEffect, useLayoutEffect } from 'react'
import { useParams } from 'react-router-dom'
import { FamilyId } from '#domain/contract/ids.ts'
import { withFamily } from '#domain/rules/family-state.ts'
import { columnsQuery, membersQuery, questsQuery } from '#app/lib/api/queries.ts'
import type { Session } from '#app/lib/session/session.ts'
import { updateServerState, useFamilyPart } from '#app/lib/state/family-store.ts'
import { forgetUnreadable } from '#app/lib/state/forget-unreadable.ts'
import { useFamilyQuery } from '#app/lib/state/use-family-query.ts'
import { isBubbleOpen, selectMember, storedMemberAtom } from '#app/lib/state/selected-member.ts'
import type { FamilyFrameContext } from './family-frame-context.ts'

// A placeholder until the family is known; no request uses it.
const noFamily = FamilyId.parse('00000000-0000-0000-0000-000000000000')

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
  const { family: readFamily, ownMember, actingMember } = session
  const familyId = readFamily?.id ?? noFamily
  const hasFamily = readFamily !== undefined
  const family = useFamilyPart('family')
  const members = useFamilyQuery(membersQuery(familyId), 'members', { enabled: hasFamily })
  const route = useParams()['memberId']
  const [stored, setStored] = useAtom(storedMemberAtom)
  const member = members.data && selectMember(members.data, { route, stored, own: ownMember ?? actingMember })

  // On a paired device a kid that became a parent is nobody.
  const acting = members.data?.find(
    ({ id, role }) => id === actingMember && (role === 'kid' || session.kind === 'account'),
  )

  // Before the first paint, which needs the family's name.
  useLayoutEffect(() => {
    if (readFamily !== undefined) updateServerState((state) => withFamily(state, readFamily))
  }, [readFamily])

  // Reads the quests together with the members, not after them, because almost all screens show quests.
  useEffect(() => {
    if (!hasFamily) return
    void client.prefetchQuery(columnsQuery(familyId))
    void client.prefetchQuery(questsQuery(familyId))
  }, [client, familyId, hasFamily])

  const kid = acting?.role === 'kid' ? acting.id : undefined
  useEffect(() => {
    if (kid !== undefined) forgetUnreadable(client, familyId, kid)
  }, [client, familyId, kid])

  // Stores only a choice: the member of the address, unless a PIN is required. A fallback member is no choice.
  const chosen =
    member !== undefined && member.id === route && (acting === undefined || isBubbleOpen(member, acting))
      ? member.id
      : undefined
  useEffect(() => {
    if (chosen !== undefined) setStored(chosen)
  }, [chosen, setStored])

  const isFailed = members.isError && members.data === undefined
  const known = { context: undefined, error: members.error, retry: () => void members.refetch() }
  if (!hasFamily) return { ...known, state: 'no-family' }
  if (isFailed) return { ...known, state: 'failed' }
  if (!family || !members.data) return { ...known, state: 'loading' }
  if (!member) return { ...known, state: 'nobody' }
  return { ...known, state: 'ready', context: { session, family, acting, memberId: member.id, members: members.data } }
}
