import { useAtomValue } from 'jotai'
import { Gem, Gift, ListTodo, LockKeyholeOpen, Puzzle } from 'lucide-react'
import { createElement, Suspense, useEffect, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { lazyWithPreload, useLoadWhenIdle } from '#app/lib/device/lazy-with-preload.tsx'
import { stopSpeaking } from '#app/lib/device/speech.ts'
import { questionOpenAtom } from '#app/lib/state/open-dialogs.ts'
import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { Tabs } from '#app/ui/controls/tabs.tsx'
import { common } from '#texts/common'
import { kid } from '#texts/kid'
import { KidBalance } from './kid-balance.tsx'
import type { BubbleProps } from './bubble-props.ts'
import { kidParts } from './kid-parts.ts'
import { placeOf, type KidTab } from './kid-tab.ts'
import { useWishAnswers } from './use-wish-answers.ts'
import './kid-tabs.css'

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
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 p-4 sm:gap-6 sm:px-6">
      <Tabs
        label={kid.parts}
        inHeader="kid-tabs"
        eachIsStop
        head={
          <h1
            className="line-clamp-2 min-w-24 flex-1 text-xl leading-tight wrap-anywhere tiny:text-base hyphens-auto sm:text-2xl sm:leading-tight"
            title={displayName}
          >
            {kid.bubble(displayName)}
          </h1>
        }
        aside={<KidBalance key={bubble.member.id} memberId={bubble.member.id} />}
        className="min-w-0"
        value={placeOf(hash).tab}
        onValueChange={(tab) => void navigate({ hash: tab })}
        tabs={parts.map(({ value, icon }) => ({
          value,
          label: kid.tabs[value],
          icon,
          content: <Part tab={value} bubble={bubble} />,
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

/** What is read aloud in a tab ends with it. */
function Part({ tab, bubble }: { tab: KidTab; bubble: BubbleProps }) {
  useEffect(() => stopSpeaking, [])
  return <Suspense fallback={<PartSkeleton />}>{createElement(kidParts[tab], bubble)}</Suspense>
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
