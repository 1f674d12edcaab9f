import { Plus, X } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import type { FamilyId, MemberId } from '#domain/contract/ids.ts'
import { NewMember, type FamilyMember } from '#domain/contract/members.ts'
import { newId } from '#app/lib/device/new-id.ts'
import { draftOf, keepDraft } from '#app/lib/state/drafts.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { announce } from '#app/state/announce.ts'
import { avatarProps, spokenName } from '#app/lib/text/avatar-props.ts'
import { fieldMessages } from '#app/lib/text/field-messages.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Checkbox } from '#app/ui/controls/checkbox.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { useZoneSelect } from '#app/lib/time/zone-select.ts'
import { Select } from '#app/ui/controls/select.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { OnItsWay } from '#app/ui/feedback/on-its-way.tsx'
import { QuestionPage, type QuestionPlace } from '#app/ui/layout/question-page.tsx'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { family } from '#texts/family'
import { profiles } from '#texts/profiles'
import { firstRun } from '#texts/firstRun'
import { reading } from '#texts/reading'
import { welcome } from '#texts/welcome'
import { freeFace } from './faces.ts'
import { useNamesakeHint } from './use-namesake-hint.ts'

export type FamilyStepProps = {
  familyId: FamilyId
  /** The signed-in user's own member, who stays. */
  /** The account's own member. */
  me: MemberId | null
  members: readonly FamilyMember[]
  place: QuestionPlace
}

const draftKey = 'first run family'

function typedBefore(): string {
  const typed = draftOf(draftKey)?.['name']
  return typeof typed === 'string' ? typed : ''
}

/** Adds members by name alone: each gets a free face, and is a kid until a tap says otherwise. */
export function FamilyStep({ familyId, me, members, place }: FamilyStepProps) {
  const [name, setName] = useState(typedBefore)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const addedHere = useRef(new Set<string>())
  const add = useCommand('addMember', { failure: family.addFailed })
  const edit = useCommand('editMember', { failure: family.updateFailed })
  const remove = useCommand('removeMember', { failure: family.removeFailed })
  const sent = edit.isPending ? edit.variables : undefined

  const zone = useZoneSelect()
  const hint = useNamesakeHint(name)

  const type = (typed: string) => {
    setName(typed)
    setError(undefined)
    keepDraft(draftKey, typed === '' ? {} : { name: typed })
  }
  /** Returns false when the name is refused; an empty one adds nobody. */
  const addTyped = (): boolean => {
    if (name.trim() === '') return true
    const { data, error } = NewMember.safeParse({ displayName: name, avatarSeed: freeFace(members) })
    if (error) {
      setError(fieldMessages(error)['displayName'])
      field.current?.focus()
      return false
    }
    const body = { ...data, id: newId() }
    addedHere.current.add(body.id)
    add.mutate(
      { familyId, body },
      // Gives the name back, unless the next one is typed by then.
      { onError: () => setName((next) => (next === '' ? body.displayName : next)) },
    )
    announce(welcome.added(body.displayName))
    type('')
    return true
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return place.onNext()
    addTyped()
    field.current?.focus()
  }
  const askAndRemove = ({ id }: FamilyMember) => {
    // Somebody who was added a moment ago has nothing to lose yet.
    if (addedHere.current.has(id) || window.confirm(family.removeQuestion)) remove.mutate({ memberId: id })
    field.current?.focus()
  }

  return (
    <QuestionPage
      place={place}
      title={firstRun.titles.family}
      text={welcome.familyText}
      isAnswered={members.some(({ role }) => role === 'kid')}
      onNext={() => addTyped() && place.onNext()}
    >
      <form noValidate onSubmit={submit} className="mx-auto flex w-full max-w-md items-start gap-2">
        <TextField
          ref={field}
          data-autofocus
          label={family.name}
          hint={hint}
          error={error}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint={name === '' ? 'next' : 'done'}
          value={name}
          onChange={(event) => type(event.currentTarget.value)}
          className="min-w-0 flex-1"
        />
        {/* Below the height of the label. */}
        <Button type="submit" variant="soft" aria-disabled={name.trim() === ''} className="mt-6.5">
          <Plus aria-hidden />
          <span>{welcome.add}</span>
        </Button>
      </form>
      <ul aria-label={welcome.members} className="mx-auto mt-5 flex w-full max-w-md flex-col gap-2">
        {members.map((member) => (
          <MemberChip
            key={member.id}
            member={member}
            isMe={member.id === me}
            cannotRead={sent?.memberId === member.id ? sent.body.cannotRead : member.cannotRead}
            onCannotRead={(cannotRead) => edit.mutate({ memberId: member.id, body: { cannotRead } })}
            onRole={() =>
              edit.mutate({ memberId: member.id, body: { role: member.role === 'kid' ? 'parent' : 'kid' } })
            }
            onRemove={() => askAndRemove(member)}
          />
        ))}
      </ul>
      <Select {...zone} className="mx-auto mt-6 w-full max-w-md" />
    </QuestionPage>
  )
}

type MemberChipProps = {
  member: FamilyMember
  isMe: boolean
  cannotRead: boolean | undefined
  onCannotRead: (cannotRead: boolean) => void
  onRole: () => void
  onRemove: () => void
}

function MemberChip({ member, isMe, cannotRead = false, onCannotRead, onRole, onRemove }: MemberChipProps) {
  const { id, displayName, role, version } = member
  const spoken = spokenName(member)
  return (
    <li
      // Without a version it is not saved yet.
      aria-busy={version === 0}
      className="bg-panel border-line flex min-h-16 flex-wrap items-center justify-end gap-x-2 rounded-tile border py-1 pr-2 pl-1.5"
    >
      <Avatar {...avatarProps(member)} decorative className="size-13" />
      <span className="min-w-20 flex-1">
        <span translate="no" dir="auto" className="font-display block text-lg leading-tight font-bold wrap-anywhere">
          {displayName}
        </span>
        <OnItsWay id={id} />
      </span>
      {isMe ? (
        <span className="text-muted px-3 text-sm font-bold">{profiles.you}</span>
      ) : (
        <>
          <Button
            variant="soft"
            aria-label={welcome.changeRole(profiles.roles[role], spoken)}
            className="min-w-18 rounded-full"
            onClick={onRole}
          >
            {profiles.roles[role]}
          </Button>
          <IconButton label={family.removeOf(spoken)} icon={<X aria-hidden />} tooltip={false} onClick={onRemove} />
        </>
      )}
      {role === 'kid' && (
        <Checkbox
          label={
            <>
              <span>{reading.cannotRead}</span>
              <span translate="no" className="sr-only">
                {`: ${spoken}`}
              </span>
            </>
          }
          checked={cannotRead}
          onCheckedChange={onCannotRead}
          className="w-full"
        />
      )}
    </li>
  )
}
