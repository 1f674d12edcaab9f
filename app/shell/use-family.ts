import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import type { CurrentUser } from '#domain/contract/auth.ts'
import { FamilyId } from '#domain/contract/ids.ts'
import { columnsQuery, membersQuery, myFamiliesQuery, questsQuery } from '#app/lib/api/queries.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
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

/** The family of the signed-in user, and the member the screen is about. */
export function useFamily(user: CurrentUser): FamilyResult {
  const families = useQuery(myFamiliesQuery())
  const membership = families.data?.[0]
  const family = useFamilyPart('family')
  const members = useFamilyQuery(membersQuery(membership?.family.id ?? noFamily), 'members', {
    enabled: membership !== undefined,
  })
  useBoardAhead(membership?.family.id)
  const route = useParams()['memberId']
  const [stored, setStored] = useAtom(storedMemberAtom)
  const member =
    membership &&
    members.data &&
    selectMember(members.data, { route, stored, own: membership.id ?? membership.activeMemberId })

  const device = membership?.device ?? undefined
  // On a paired device a kid that became a parent is nobody.
  const acting = members.data?.find(
    ({ id, role }) => id === membership?.activeMemberId && (role === 'kid' || device?.isPaired !== true),
  )

  // Stores only a choice: the member of the address, unless a PIN is required. A fallback member is no choice.
  const chosen =
    member !== undefined && member.id === route && (acting === undefined || isBubbleOpen(member, acting))
      ? member.id
      : undefined
  useEffect(() => {
    if (chosen !== undefined) setStored(chosen)
  }, [chosen, setStored])

  const failed = [families, members].find((query) => query.isError && query.data === undefined)
  const known = { context: undefined, error: failed?.error, retry: () => void failed?.refetch() }
  if (failed) return { ...known, state: 'failed' }
  if (families.data && !membership) return { ...known, state: 'no-family' }
  if (!membership || !family || !members.data) return { ...known, state: 'loading' }
  if (!member) return { ...known, state: 'nobody' }
  return {
    ...known,
    state: 'ready',
    context: {
      user,
      family,
      me: membership.id ?? member.id,
      device,
      acting,
      memberId: member.id,
      members: members.data,
    },
  }
}

/** Reads the quests together with the members, not after them, because almost all screens show quests. */
function useBoardAhead(familyId: FamilyId | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (familyId === undefined) return
    void client.prefetchQuery(columnsQuery(familyId))
    void client.prefetchQuery(questsQuery(familyId))
  }, [client, familyId])
}
