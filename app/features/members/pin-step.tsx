import { LockKeyhole } from 'lucide-react'
import { useId, useRef, useState, type FormEvent } from 'react'
import { PinChange, type FamilyMember } from '#domain/contract/members.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { fieldMessages } from '#app/lib/text/field-messages.ts'
import { QuestionPage, type QuestionPlace } from '#app/ui/layout/question-page.tsx'
import { family } from '#texts/family'
import { firstRun } from '#texts/firstRun'
import { welcome } from '#texts/welcome'
import { PinPad } from './pin-pad.tsx'

/** Sets the PIN of the parent whom this device acts as. */
export function PinStep({ member, place }: { member: FamilyMember; place: QuestionPlace }) {
  const form = useId()
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLElement>(null)
  // Its refusal is shown at the field.
  const set = useCommand('setPin')
  const words = { place, title: firstRun.titles.pin, text: welcome.pinText, isAnswered: member.hasPin }
  if (member.hasPin && !set.isPending) {
    return (
      <QuestionPage {...words}>
        <p className="text-leaf-ink bg-leaf-soft mx-auto flex items-center gap-2 rounded-full px-5 py-3 font-bold">
          <LockKeyhole aria-hidden className="size-5 shrink-0" />
          <span>{welcome.pinThere}</span>
        </p>
      </QuestionPage>
    )
  }
  const refuse = (sentence: string | undefined) => {
    setError(sentence)
    field.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (set.isPending) return
    if (pin === '') return place.onNext()
    const { error } = PinChange.safeParse({ pin })
    if (error) return refuse(fieldMessages(error)['pin'])
    set.mutate(
      { memberId: member.id, body: { pin } },
      { onSuccess: place.onNext, onError: (error) => refuse(sentenceFrom(error, family.setPinFailed)) },
    )
  }
  return (
    <QuestionPage {...words} form={form} busy={set.isPending}>
      <form id={form} noValidate onSubmit={submit}>
        <PinPad
          ref={field}
          error={error}
          pin={pin}
          onChange={(next) => {
            setPin(next)
            setError(undefined)
          }}
        />
      </form>
    </QuestionPage>
  )
}
