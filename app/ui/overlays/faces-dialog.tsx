import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { quests } from '#texts/quests'
import { Avatar, type AvatarPerson } from '../media/avatar.tsx'
import { Dialog } from './dialog.tsx'

export type FacesDialogProps<Person extends AvatarPerson & { id: string }> = {
  title: string
  description: string
  /** The most likely choices. */
  people: readonly Person[]
  /** Further choices, under a heading of their own. */
  others?: readonly Person[]
  /** The ids of members who cannot be chosen, because they have done it already. */
  done?: ReadonlySet<string>
  /** The id of the chosen member, while the request is pending. */
  chosen?: string | undefined
  footer?: ReactNode
  onChoose: (person: Person) => void
  onClose: () => void
}

const faceOf = ({ name, seed, imageUrl, faceWords }: AvatarPerson) => ({ name, seed, imageUrl, faceWords })

const nobody: ReadonlySet<string> = new Set()

/** Asks for a member by face. One press chooses. */
export function FacesDialog<Person extends AvatarPerson & { id: string }>({
  title,
  description,
  people,
  others = [],
  done = nobody,
  chosen,
  footer,
  onChoose,
  onClose,
}: FacesDialogProps<Person>) {
  const first = [...people, ...others].find(({ id }) => !done.has(id))
  const face = (person: Person) => (
    <li key={person.id}>
      <button
        type="button"
        aria-disabled={done.has(person.id) || undefined}
        data-autofocus={person === first || undefined}
        // Not disabled while pending, because a refusal would leave the focus nowhere.
        aria-busy={chosen === person.id || undefined}
        onClick={() => done.has(person.id) || (chosen ?? onChoose(person))}
        className="border-line bg-panel not-aria-disabled:hover:border-grape not-aria-disabled:hover:bg-grape-soft aria-busy:border-grape aria-busy:bg-grape-soft aria-disabled:bg-sunken relative flex size-full min-h-32 flex-col items-center justify-center gap-2 rounded-card border-2 p-3 aria-disabled:cursor-not-allowed"
      >
        <Avatar {...faceOf(person)} decorative size="large" />
        <span
          translate="no"
          dir="auto"
          className="font-display max-w-full text-center text-lg leading-tight font-bold wrap-anywhere"
        >
          {person.name}
        </span>
        {done.has(person.id) && (
          <span className="text-leaf-ink flex items-center gap-1 text-sm font-bold">
            <CircleCheck aria-hidden className="size-4" />
            <span>{quests.done}</span>
          </span>
        )}
      </button>
    </li>
  )
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title} description={description} footer={footer}>
      <div className="flex flex-col gap-4">
        <ul aria-label={title} className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {people.map(face)}
        </ul>
        {others.length > 0 && (
          <section className="flex flex-col gap-2">
            <h3 className="text-muted text-base">{quests.somebodyElse}</h3>
            <ul aria-label={quests.somebodyElse} className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              {others.map(face)}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
