import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { gameIds } from '#domain/games/games.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { download } from '#app/lib/device/download.ts'
import { avatarProps, spokenName } from '#app/lib/text/avatar-props.ts'
import { practiceQuery } from '#app/lib/api/queries.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { AlertDialog } from '#app/ui/overlays/alert-dialog.tsx'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { FacePicker } from '#app/ui/controls/face-picker.tsx'
import { FailedNotice } from '#app/ui/feedback/failed-notice.tsx'
import { AddChildButton } from '#app/ui/controls/add-child-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { learning } from '#texts/learning'
import { GameSkills } from './game-skills.tsx'
import { PracticeGemsForm } from './practice-gems-form.tsx'
import { SkillMark } from './skill-mark.tsx'

export type SkillMapProps = { family: Membership['family']; members: readonly FamilyMember[] }

/** Shows for each child which letters, times, words and sums are new, growing or sure. */
export default function SkillMap({ family, members }: SkillMapProps) {
  const kids = members.filter(({ role }) => role === 'kid')
  const [asked, setAsked] = useState(kids[0]?.id)
  const kid = kids.find(({ id }) => id === asked) ?? kids[0]
  if (kid === undefined) {
    return (
      <Notice
        picture={<BubbleMark className="size-24" />}
        title={learning.noChild}
        text={learning.noChildHint}
        action={<AddChildButton />}
      />
    )
  }
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <FacePicker
          label={learning.whoseSkills}
          value={kid.id}
          onValueChange={setAsked}
          people={kids.map((member) => ({ id: member.id, ...avatarProps(member) }))}
        />
        <PracticeGemsForm family={family} />
      </div>
      <KidSkills key={kid.id} kid={kid} />
    </div>
  )
}

function KidSkills({ kid }: { kid: FamilyMember }) {
  const client = useQueryClient()
  const { data: items, error, refetch } = useQuery(practiceQuery(kid.id))
  const { today } = useFamilyClock()
  const [isAsking, ask] = useState(false)
  const forget = useCommand('forgetPractice', {
    success: () => {
      client.setQueryData(practiceQuery(kid.id).queryKey, [])
      return learning.beginsAnew(kid.displayName)
    },
    failure: learning.beginAnewFailed,
  })
  if (items === undefined) {
    if (error !== null)
      return <FailedNotice title={learning.notLoaded} text={sentenceFrom(error)} onRetry={() => void refetch()} />
    return (
      <Loading label={learning.loading} className="grid gap-4 lg:grid-cols-2">
        {gameIds.map((game) => (
          <Skeleton key={game} className="h-44 rounded-card" />
        ))}
      </Loading>
    )
  }
  return (
    <section aria-label={learning.learns(spokenName(kid))} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {(['new', 'growing', 'sure'] as const).map((skill) => (
            <li key={skill} className="text-muted flex items-center gap-2 font-semibold">
              <SkillMark skill={skill} />
              <span>{learning.skills[skill]}</span>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="quiet"
            disabled={items.length === 0}
            onClick={() => download('practice.json', JSON.stringify(items, null, 2), 'application/json')}
          >
            <Download aria-hidden />
            <span>{learning.download}</span>
          </Button>
          <Button variant="quiet" disabled={items.length === 0} onClick={() => ask(true)}>
            <RotateCcw aria-hidden />
            <span>{learning.beginAnew}</span>
          </Button>
        </div>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {gameIds.map((game) => (
          <GameSkills key={game} game={game} items={items.filter((known) => known.game === game)} today={today} />
        ))}
      </div>
      <AlertDialog
        open={isAsking}
        onOpenChange={ask}
        title={learning.beginAnew}
        description={learning.beginAnewQuestion(kid.displayName)}
        confirmLabel={learning.beginAnew}
        destructive
        busy={forget.isPending}
        onConfirm={() => forget.mutate({ memberId: kid.id }, { onSuccess: () => ask(false) })}
      />
    </section>
  )
}
