import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { FamilyId, MemberId } from '#domain/contract/ids.ts'
import { ApiError, sentenceFrom } from '#app/lib/api/api-error.ts'
import { pinDialogAtom } from '#app/lib/state/open-dialogs.ts'
import { myFamiliesQuery } from '#app/lib/api/queries.ts'
import { postSessionChange } from '#app/lib/session/session-channel.ts'
import { store } from '#app/state/store.ts'
import { storedMemberAtom } from '#app/lib/state/selected-member.ts'
import { tabMemberAtom } from '#app/lib/state/tab-member.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { family } from '#texts/family'

/** The room a member lives in. */
export const homeOf = ({ id, role }: FamilyMember) => (role === 'kid' ? `/kid/${id}` : `/parent/${id}`)

/** Lets this device act as another member; one with a PIN is asked for it first. */
export function useSwitchMember(familyId: FamilyId, acting: MemberId | undefined): (member: FamilyMember) => void {
  const arrive = useArrival(familyId)
  const askForPin = useSetAtom(pinDialogAtom)
  const { mutate } = useCommand('actAs', {
    // A PIN may have been set a moment ago, elsewhere.
    failure: (error) => (error instanceof ApiError && error.code === 'pin_needed' ? undefined : sentenceFrom(error, family.switchFailed)),
  })
  return (member) => {
    if (member.id === acting) arrive(member)
    else if (member.hasPin) askForPin(member.id)
    else {
      mutate(
        { body: { memberId: member.id } },
        {
          onSuccess: () => arrive(member),
          onError: (error) => {
            if (error instanceof ApiError && error.code === 'pin_needed') askForPin(member.id)
          },
        },
      )
    }
  }
}

/** What happens once the server lets this device act as a member: it is remembered, the other tabs are told, and their room opens. */
export function useArrival(familyId: FamilyId): (member: FamilyMember) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (member) => {
    // A read that began before would bring the previous member back.
    void client.cancelQueries(myFamiliesQuery())
    store.set(tabMemberAtom, member.id)
    client.setQueryData(myFamiliesQuery().queryKey, (memberships) =>
      memberships?.map((membership) => ({ ...membership, activeMemberId: membership.family.id === familyId ? member.id : null })),
    )
    store.set(storedMemberAtom, member.id)
    postSessionChange()
    void navigate(homeOf(member))
  }
}
