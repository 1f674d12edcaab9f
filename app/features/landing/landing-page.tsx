import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import type { SessionEndReason } from '#app/lib/session/end-session.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { filled } from '#app/texts/filled.tsx'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { PublicPage } from '#app/ui/layout/public-page.tsx'
import { MotionComponents } from '#app/ui/motion/motion-components.tsx'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { landing } from '#texts/landing'
import { Footer } from './footer.tsx'
import { MiniBoard } from './mini-board.tsx'
import { Values } from './values.tsx'

export default function LandingPage() {
  usePageTitle()
  useFamilyDeletedToast()
  return (
    <PublicPage header={<Header />} footer={<Footer />}>
      <section className="mx-auto grid max-w-7xl items-center gap-10 px-4 pt-6 pb-16 sm:px-8 lg:grid-cols-[5fr_6fr] lg:gap-16 lg:pt-14 lg:pb-28">
        <HeroBubbles />
        <div className="flex flex-col items-start gap-5 lg:gap-7">
          <h1 className="text-[clamp(2.6rem,1.6rem+4.2vw,4.75rem)] leading-[0.98] font-extrabold tracking-tight">
            {filled(landing.title, { adventures: <span className="text-grape">{landing.magicalAdventures}</span> })}
          </h1>
          <p className="text-muted max-w-md text-xl sm:text-2xl">{landing.subtitle}</p>
          <Button asChild size="large" className="shadow-lift min-h-16 px-10 text-xl">
            <Link to="/signup">{landing.getStarted}</Link>
          </Button>
          <Link
            to="/join"
            className="touch text-muted hover:text-ink -mt-3 inline-flex items-center underline underline-offset-4 lg:-mt-4"
          >
            {landing.joinWithCode}
          </Link>
        </div>
        <MotionComponents>
          <MiniBoard />
        </MotionComponents>
      </section>
      <Values />
    </PublicPage>
  )
}

function Header() {
  return (
    <header className="mx-auto flex h-18 w-full max-w-7xl items-center justify-between px-4 sm:px-8">
      <span translate="no" className="font-display flex items-center gap-2 text-2xl font-bold">
        <BubbleMark className="size-10" />
        Bubblequest
      </span>
      <Button asChild variant="quiet">
        <Link to="/login">{landing.signIn}</Link>
      </Button>
    </header>
  )
}

const deleted = `#${'family-deleted' satisfies SessionEndReason}`

/** Shows a toast once after the family was deleted. */
function useFamilyDeletedToast(): void {
  const { hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (hash !== deleted) return
    toast({ title: common.success, description: landing.familyDeleted })
    void navigate('/', { replace: true })
  }, [hash, navigate])
}

function HeroBubbles() {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-x-0 top-0 -z-10 mx-auto h-[60rem] max-w-[110rem]">
      <div className="bg-sky-soft absolute top-10 -right-40 size-[40rem] rounded-full lg:size-[48rem]" />
      <div className="bg-coral-soft absolute top-[24rem] -left-52 size-[26rem] rounded-full" />
      <div className="bg-sun-soft absolute top-[7rem] left-[40%] hidden size-28 rounded-full lg:block" />
      <div className="bg-gem-soft absolute top-[39rem] left-[34%] hidden size-44 rounded-full lg:block" />
    </div>
  )
}
