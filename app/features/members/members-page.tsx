import { Sprout, UserRoundPlus, Users } from 'lucide-react'
import { Suspense, useCallback, useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { serverSentence } from '#app/lib/api/api-error.ts'
import { lazyWithPreload, useLoadWhenIdle } from '#app/lib/device/lazy-with-preload.tsx'
import type { PictureButtonType } from '#app/lib/device/picture-button-props.ts'
import { useHashTab } from '#app/lib/device/use-hash-tab.ts'
import { Tabs } from '#app/ui/controls/tabs.tsx'
import { PageHeading } from '#app/ui/layout/page-heading.tsx'
import { common } from '#texts/common'
import { family as texts } from '#texts/family'
import { pins } from '#texts/pins'
import { AbsencesList } from './absences-list.tsx'
import { MemberAway } from './member-away.tsx'
import { MemberBar } from './member-bar.tsx'
import { MemberCard } from './member-card.tsx'
import { memberGrid } from './member-grid.ts'
import { useCommand } from '#app/lib/state/use-command.ts'

// A chunk of its own, because it needs the form library, and the page does not.
const MemberDialogs = lazyWithPreload(() => import('./member-dialogs.tsx'))
const SetPinDialog = lazyWithPreload(() => import('./set-pin-dialog.tsx'))
const OwnMemberDialog = lazyWithPreload(() => import('./own-member-dialog.tsx'))

export type MembersPageProps = {
  family: Membership['family']
  /** The signed-in user's own member. */
  /** The account's own member. */
  me: MemberId | null
  /** The member this device acts as. */
  acting: MemberId | undefined
  members: readonly FamilyMember[]
  /** The content of the second tab: the children's progress in the playground. */
  learning: ReactNode
  PictureButton: PictureButtonType
}

export function MembersPage({ family, me, acting, members, learning, PictureButton }: MembersPageProps) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [open, setOpen] = useState<{ edited: MemberId | undefined } | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const [seenHash, setSeenHash] = useState('')
  if (hash !== seenHash) {
    setSeenHash(hash)
    if (hash === '#add') setOpen({ edited: undefined })
  }
  // Takes it out of the address at once, so that Back does not ask for a member again.
  useEffect(() => {
    if (hash === '#add') void navigate({ hash: '' }, { replace: true })
  }, [hash, navigate])
  const [asksAboutMe, askAboutMe] = useState(false)
  const [withoutPin, setWithoutPin] = useState<FamilyMember>()
  const hasPins = members.some(({ hasPin }) => hasPin)
  const [tab, show] = useHashTab(['members', 'learning'])
  const remove = useCommand('removeMember', { success: texts.removed, failure: () => texts.removeFailed })
  useLoadWhenIdle(MemberDialogs, OwnMemberDialog, SetPinDialog)
  const askAndRemove = (member: FamilyMember) => {
    // Explains instead, because the server refuses to remove the user's own member.
    if (member.id === me) askAboutMe(true)
    else if (window.confirm(texts.removeQuestion)) remove.mutate({ memberId: member.id })
  }
  const memberCards = (
    <>
      <AbsencesList familyId={family.id} members={members} />
      <ul className={memberGrid}>
        {members.map((member) => (
          <li key={member.id}>
            <MemberCard
              member={member}
              isMe={member.id === me}
              onSetPin={hasPins && member.role === 'parent' && !member.hasPin ? () => setWithoutPin(member) : undefined}
              onEdit={() => setOpen({ edited: member.id })}
              onRemove={() => askAndRemove(member)}
              problem={remove.variables?.memberId === member.id ? serverSentence(remove.error) : undefined}
              isRemoving={remove.isPending && remove.variables?.memberId === member.id}
            >
              <MemberAway familyId={family.id} member={member} />
            </MemberCard>
          </li>
        ))}
        <li>
          <button
            type="button"
            onClick={() => setOpen({ edited: undefined })}
            className="border-edge text-grape hover:bg-grape-soft flex h-full min-h-40 w-full flex-col items-center justify-center gap-3 rounded-card border-2 border-dashed p-5 font-bold"
          >
            <span className="bg-grape-soft grid size-16 place-items-center rounded-full">
              <UserRoundPlus aria-hidden className="size-8" />
            </span>
            <span>{texts.addMember}</span>
          </button>
        </li>
      </ul>
    </>
  )
  return (
    <>
      <MemberBar members={members} acting={acting} />
      <div className="flex flex-col gap-4 p-4 sm:gap-6 sm:p-6">
        <PageHeading title={texts.title} subtitle={texts.subtitle} />
        <Tabs
          label={texts.parts}
          value={tab}
          onValueChange={show}
          tabs={[
            { value: 'members', label: texts.members, icon: <Users aria-hidden />, content: memberCards },
            { value: 'learning', label: texts.learning, icon: <Sprout aria-hidden />, content: learning },
          ]}
        />
      </div>
      {asksAboutMe && (
        <Suspense fallback={null}>
          <OwnMemberDialog onClose={() => askAboutMe(false)} />
        </Suspense>
      )}
      {withoutPin && (
        <Suspense fallback={null}>
          <SetPinDialog
            parent={withoutPin}
            title={pins.setPinOf(withoutPin.displayName)}
            description={pins.pinHintShort}
            declineLabel={common.cancel}
            onDecline={() => setWithoutPin(undefined)}
            onSet={() => setWithoutPin(undefined)}
            onClose={() => setWithoutPin(undefined)}
          />
        </Suspense>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <MemberDialogs
            key={open.edited ?? 'new'}
            familyId={family.id}
            members={members}
            editedId={open.edited}
            PictureButton={PictureButton}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
