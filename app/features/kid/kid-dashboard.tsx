import { useAtomValue } from 'jotai'
import { Gem, Gift, ListTodo, LockKeyholeOpen, Puzzle } from 'lucide-react'
import { createElement, Suspense, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { lazyWithPreload, useLoadWhenIdle } from '#app/lib/device/lazy-with-preload.tsx'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { questionOpenAtom } from '#app/lib/state/open-dialogs.ts'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { Tabs } from '#app/ui/controls/tabs.tsx'
import { common } from '#texts/common'
import { kid } from '#texts/kid'
import { OnlineMembers } from './online-members.tsx'
import { KidBalance } from './kid-balance.tsx'
import type { BubbleProps } from './bubble-props.ts'
import { kidParts } from './kid-parts.ts'
import { placeOf, type KidTab } from './kid-tab.ts'
import { useWishAnswers } from './use-wish-answers.ts'

const WishAnswer = lazyWithPreload(() => import('./wish-answer.tsx'))

const parts: readonly { value: KidTab; icon: ReactNode }[] = [
  { value: 'quests', icon: <ListTodo aria-hidden /> },
  { value: 'rewards', icon: <Gift aria-hidden /> },
  { value: 'gems', icon: <Gem aria-hidden /> },
  { value: 'playground', icon: <Puzzle aria-hidden /> },
]

/** My Bubble: a child's quests of today, and its gems. */
export function KidDashboard(bubble: BubbleProps) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const { displayName } = bubble.member
  useLoadWhenIdle(kidParts.rewards, kidParts.gems, kidParts.playground)
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 p-4 sm:gap-6 sm:p-6">
      {/* Stays visible over a long list, because the gems fly here; nothing shows through beside the gems. */}
      <div className="bg-paper sticky top-(--header) z-20 -mx-4 -mt-4 flex items-center gap-3 px-4 py-2 max-[16rem]:flex-wrap sm:-mx-6 sm:-mt-6 sm:gap-4 sm:px-6 short:static">
        {/* The smallest screens have space for the name only; the face is also in the header. */}
        <Avatar {...avatarProps(bubble.member)} decorative size="large" className="max-[24rem]:hidden" />
        <h1
          className="line-clamp-3 min-w-0 flex-1 text-xl max-[16rem]:basis-full leading-tight wrap-anywhere hyphens-auto sm:line-clamp-2 sm:text-3xl"
          title={displayName}
        >
          {kid.bubble(displayName)}
        </h1>
        <OnlineMembers members={bubble.members.filter(({ id }) => id !== bubble.acting.id)} />
        <KidBalance key={bubble.member.id} memberId={bubble.member.id} />
      </div>
      <Tabs
        label={kid.parts}
        fill
        eachIsStop
        className="min-w-0"
        value={placeOf(hash).tab}
        onValueChange={(tab) => void navigate({ hash: tab })}
        tabs={parts.map(({ value, icon }) => ({
          value,
          label: kid.tabs[value],
          icon,
          content: <Suspense fallback={<PartSkeleton />}>{createElement(kidParts[value], bubble)}</Suspense>,
        }))}
      />
      <AnsweredWishes {...bubble} />
      <Link
        to="/privacy/kids"
        className="touch text-muted hover:text-ink inline-flex items-center gap-2 self-center px-4 text-base font-semibold"
      >
        <LockKeyholeOpen aria-hidden className="size-5" />
        <span>{kid.whatIsKnown}</span>
      </Link>
    </div>
  )
}

/** Waits until no completion dialog is open, so that this dialog does not catch a tap on the bubble. */
function AnsweredWishes({ member, acting }: BubbleProps) {
  const { answer, onAcknowledged } = useWishAnswers(member.id, acting.id === member.id)
  if (useAtomValue(questionOpenAtom) || answer === undefined) return null
  return (
    <Suspense fallback={null}>
      <WishAnswer key={answer.id} wish={answer} onAcknowledged={onAcknowledged} />
    </Suspense>
  )
}

function PartSkeleton() {
  return (
    <Loading label={common.loading} className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      {[1, 2, 3].map((tile) => (
        <Skeleton key={tile} className="h-44 rounded-tile" />
      ))}
    </Loading>
  )
}
