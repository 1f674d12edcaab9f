import { useQueryClient } from '@tanstack/react-query'
import type { WrongPins } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { ApiError, sentenceFrom } from '#app/lib/api/api-error.ts'
import { handOverAtom, pinDialogAtom } from '#app/lib/state/open-dialogs.ts'
import { changeSession, sessionOf } from '#app/lib/session/session.ts'
import { store } from '#app/state/store.ts'
import { storedMemberAtom } from '#app/lib/state/selected-member.ts'
import { wasAskedForPin } from '#app/lib/state/asked-for-pin.ts'
import { familyState } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { useNavigateAway } from '#app/ui/overlays/use-navigate-away.ts'
import { profiles } from '#texts/profiles'

/** The path of a member's home page. */
export const homePathOf = ({ id, role }: FamilyMember) => (role === 'kid' ? `/kid/${id}` : `/parent/${id}`)

/**
 * Opens the dialog that a switch needs first, and returns whether there is one: once a parent without a PIN is asked to
 * set it before a child takes over, and a member with a PIN is asked for it.
 */
export function askBeforeSwitch(member: FamilyMember, acting: MemberId | null | undefined): boolean {
  const from = familyState().members.find(({ id }) => id === acting)
  if (member.role === 'kid' && from?.role === 'parent' && !from.hasPin && !wasAskedForPin(from.id)) {
    store.set(handOverAtom, member.id)
    return true
  }
  if (member.hasPin) store.set(pinDialogAtom, member.id)
  return member.hasPin
}

/** Lets this device act as another member; asks for the PIN first if the member has one. */
export function useSwitchMember(): (member: FamilyMember) => void {
  const client = useQueryClient()
  const enterProfile = useEnterProfile()
  const { mutate } = useCommand('actAs', {
    // Another device may have set a PIN a moment ago.
    failure: (error) =>
      error instanceof ApiError && error.code === 'pin_needed' ? undefined : sentenceFrom(error, profiles.switchFailed),
  })
  return (member) => {
    const acting = sessionOf(client)?.actingMember
    if (member.id === acting) enterProfile(member)
    else if (!askBeforeSwitch(member, acting)) {
      mutate(
        { body: { memberId: member.id } },
        {
          onSuccess: () => enterProfile(member),
          onError: (error) => {
            if (error instanceof ApiError && error.code === 'pin_needed') store.set(pinDialogAtom, member.id)
          },
        },
      )
    }
  }
}

/**
 * Returns a function for a switch that the server accepted: it changes the session, stores the member and opens their
 * home page.
 */
export function useEnterProfile(): (member: FamilyMember, wrongPins?: WrongPins) => void {
  const client = useQueryClient()
  const navigateAway = useNavigateAway()
  return (member, wrongPins) => {
    changeSession(client, { actingMember: member.id, wrongPins })
    store.set(storedMemberAtom, member.id)
    navigateAway(homePathOf(member))
  }
}
