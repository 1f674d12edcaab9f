import { Shuffle } from 'lucide-react'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { memberDefaults, NewMember, type FamilyMember } from '#domain/contract/family-members.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import { resolverOf } from '#app/lib/form-resolver.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { seedOfFace } from './member-face.ts'
import { MemberForm, type MemberFields } from './member-form.tsx'
import { useAddMember } from './use-member-mutations.ts'

export type AddMemberDialogProps = { familyId: FamilyId; members: readonly FamilyMember[]; onClose: () => void }

export function AddMemberDialog({ familyId, members, onClose }: AddMemberDialogProps) {
  const add = useAddMember(familyId)
  const form = useForm<MemberFields, unknown, NewMember>({ resolver: resolverOf(NewMember), defaultValues: { displayName: '', role: memberDefaults.role } })
  const [variation, setVariation] = useState(0)
  const name = useWatch({ control: form.control, name: 'displayName' })
  const avatarSeed = seedOfFace(
    name,
    variation,
    members.map((member) => member.avatarSeed),
  )
  return (
    <MemberForm
      title="Add Family Member"
      form={form}
      // What was typed stays when saving fails: the dialog closes only on success.
      onSubmit={({ displayName, role }) => add.mutate({ displayName, role, avatarSeed }, { onSuccess: onClose })}
      onClose={onClose}
      busy={add.isPending}
      face={
        <div className="flex items-center gap-4">
          <Avatar name={name} seed={avatarSeed} decorative className="size-24" />
          <Button look="quiet" onClick={() => setVariation(variation + 1)}>
            <Shuffle aria-hidden />
            Another face
          </Button>
        </div>
      }
    />
  )
}
