import { useSetAtom } from 'jotai'
import { Fragment, Suspense, useEffect, useState, type ReactNode } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import type { FamilyId } from '#domain/contract/ids.ts'
import { FamilyStep } from '#app/features/members/family-step.tsx'
import { PinStep } from '#app/features/members/pin-step.tsx'
import { QuestsStep } from '#app/features/quests/quests-step.tsx'
import { RewardModeStep } from '#app/features/rewards/reward-mode-step.tsx'
import { RewardStep } from '#app/features/rewards/reward-step.tsx'
import { lazyWithPreload, useLoadWhenIdle } from '#app/lib/device/lazy-with-preload.tsx'
import { firstRunAtom } from '#app/lib/state/first-run.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { QuestionPage, type QuestionPlace } from '#app/ui/layout/question-page.tsx'
import { firstRun } from '#texts/firstRun'
import { rewards } from '#texts/rewards'
import { welcome } from '#texts/welcome'
import { useFamilyFrame } from './family-frame-context.ts'
import { firstRunQuestions, firstRunSteps, pathOf, stepOf, type FirstRunQuestion } from './first-run.ts'
import { LiveBadge } from './live-badge.tsx'

// A chunk of its own, because only the last step needs it.
const PairDevice = lazyWithPreload(() => import('#app/features/devices/pair-device.tsx'))

/** The first run of a family: one question a screen. Each answer is saved at once, and the address has the step. */
export default function WelcomeScreen() {
  const asked = useParams()['step']
  const question = firstRunQuestions.find((known) => known === asked)
  useLoadWhenIdle(PairDevice)
  return question === undefined ? <Navigate to={pathOf('family')} replace /> : <Question question={question} />
}

const missionControl = '/parent'

function Question({ question }: { question: FirstRunQuestion }) {
  const navigate = useNavigate()
  const setFirstRun = useSetAtom(firstRunAtom)
  // Another family of this device may have hidden what is next.
  useEffect(() => setFirstRun(null), [setFirstRun])
  const onClose = () => setFirstRun('later')
  const { family, session, acting, members } = useFamilyFrame()
  usePageTitle(question === 'mode' ? rewards.modeQuestion : firstRun.titles[question])
  const at = firstRunQuestions.indexOf(question)
  const [before, next] = [firstRunQuestions[at - 1], firstRunQuestions[at + 1]]
  const place: QuestionPlace = {
    step: firstRunSteps.indexOf(stepOf(question)) + 1,
    steps: firstRunSteps.length,
    back: before && pathOf(before),
    close: missionControl,
    onClose,
    onNext: () => {
      if (next === undefined) onClose()
      void navigate(next === undefined ? missionControl : pathOf(next))
    },
  }
  const pages: Record<FirstRunQuestion, ReactNode> = {
    family: <FamilyStep familyId={family.id} me={session.ownMember} members={members} place={place} />,
    quests: <QuestsStep familyId={family.id} members={members} familyStep={pathOf('family')} place={place} />,
    mode: <RewardModeStep family={family} place={place} />,
    reward: <RewardStep familyId={family.id} place={place} />,
    pin: acting && <PinStep member={acting} place={place} />,
    tablet: <TabletStep familyId={family.id} place={place} />,
  }
  return (
    <>
      <LiveBadge className="flex justify-center" />
      <Fragment key={question}>{pages[question]}</Fragment>
    </>
  )
}

function TabletStep({ familyId, place }: { familyId: FamilyId; place: QuestionPlace }) {
  const [hasJoined, setJoined] = useState(false)
  return (
    <QuestionPage place={place} title={firstRun.titles.tablet} text={welcome.tabletText} isAnswered={hasJoined}>
      <Suspense fallback={null}>
        <PairDevice familyId={familyId} onJoined={() => setJoined(true)} />
      </Suspense>
    </QuestionPage>
  )
}
