import { useAtom } from 'jotai'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { columnOfNewQuest } from '#domain/rules/columns.ts'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { questToDeleteAtom } from '#app/lib/state/open-dialogs.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { withAvatarProps } from '#app/lib/text/avatar-props.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { toast } from '#app/state/toast.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { OfferCard, offerGrid } from '#app/ui/controls/offer-card.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { QuestionPage, type QuestionPlace } from '#app/ui/layout/question-page.tsx'
import { AvatarStack } from '#app/ui/media/avatar-stack.tsx'
import { common } from '#texts/common'
import { firstRun } from '#texts/firstRun'
import { questDialog } from '#texts/questDialog'
import { quests as texts } from '#texts/quests'
import { welcome } from '#texts/welcome'
import { offeredQuests, type OfferedQuest } from './offered-quests.ts'

const QuestDialogs = lazyWithPreload(() => import('./quest-dialogs.tsx'))

export type QuestsStepProps = {
  familyId: FamilyId
  members: readonly FamilyMember[]
  /** The address at which children are added. */
  familyStep: string
  place: QuestionPlace
}

/** Offers quests: a tap gives one to all children, daily; a second tap takes it away. */
export function QuestsStep({ familyId, members, familyStep, place }: QuestsStepProps) {
  const quests = useFamilyPart('quests')
  const columns = useFamilyPart('columns')
  const add = useCommand('addQuest', { failure: questDialog.createFailed })
  const edit = useCommand('moveOrEditQuest', { failure: texts.updateFailed })
  const remove = useCommand('deleteQuest', { failure: questDialog.deleteFailed })
  const [questToDelete, askToDelete] = useAtom(questToDeleteAtom)
  const kids = members.filter(({ role }) => role === 'kid')

  const cardOf = ({ name, icon, gemValue }: OfferedQuest) => {
    const title = welcome.quests[name]
    const quest = quests.find((known) => known.title === title && known.icon === icon && known.recurring === 'daily')
    const having = kids.filter(({ id }) => quest?.assigneeIds.includes(id))
    const isChosen = quest !== undefined && having.length === kids.length
    const toggle = () => {
      if (quest === undefined) {
        const columnId = columnOfNewQuest(columns)
        if (columnId === undefined)
          return toast({ title: common.error, description: questDialog.noColumns, destructive: true })
        const assigneeIds = kids.map(({ id }) => id)
        return add.mutate({ familyId, body: { title, icon, gemValue, assigneeIds, columnId, recurring: 'daily' } })
      }
      if (!isChosen) {
        const assigneeIds = [...new Set([...quest.assigneeIds, ...kids.map(({ id }) => id)])]
        return edit.mutate({ questId: quest.id, body: { assigneeIds } })
      }
      // A quest that somebody did takes its completions along.
      if (quest.finishedAt === null) remove.mutate({ questId: quest.id })
      else askToDelete(quest.id)
    }
    return (
      <OfferCard icon={icon} title={title} gems={quest?.gemValue ?? gemValue} isChosen={isChosen} onToggle={toggle}>
        {!isChosen && <AvatarStack people={having.map(withAvatarProps)} most={3} />}
      </OfferCard>
    )
  }

  return (
    <QuestionPage place={place} title={firstRun.titles.quests} text={welcome.questsText} isAnswered={quests.length > 0}>
      {kids.length === 0 ? (
        <Notice
          title={welcome.noChildren}
          className="py-4"
          action={
            <Button asChild variant="soft">
              <Link to={familyStep}>{common.addChild}</Link>
            </Button>
          }
        />
      ) : (
        (['small', 'middle', 'big'] as const).map((age) => (
          <section key={age} aria-labelledby={`age-${age}`} className="mb-6 flex flex-col gap-3">
            <h2 id={`age-${age}`} className="text-lg">
              {welcome.ages[age]}
            </h2>
            <ul className={offerGrid}>
              {offeredQuests[age].map((offered) => (
                <li key={offered.name} className="flex">
                  {cardOf(offered)}
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
      {questToDelete !== null && (
        <Suspense fallback={null}>
          <QuestDialogs familyId={familyId} />
        </Suspense>
      )}
    </QuestionPage>
  )
}
