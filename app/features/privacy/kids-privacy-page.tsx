import { ArrowLeft, Volume2 } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { stopSpeaking, speak, useVoice } from '#app/lib/device/speech.ts'
import { filled } from '#app/texts/filled.tsx'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { ClockOwl } from '#app/ui/media/clock-owl.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { GemMark } from '#app/ui/media/gem-mark.tsx'
import { PublicPage } from '#app/ui/layout/public-page.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { LetterBubble } from '#app/ui/media/letter-bubble.tsx'
import { LetterWorm } from '#app/ui/media/letter-worm.tsx'
import { Otter } from '#app/ui/media/otter.tsx'
import { common } from '#texts/common'
import { kidsPrivacyPage } from '#texts/kidsPrivacyPage'

type Thing = 'remember' | 'gems' | 'learning' | 'family' | 'pin' | 'old'

const picture = 'size-32 sm:size-36'

const things: readonly { name: Thing; ground: string; picture: ReactNode }[] = [
  { name: 'remember', ground: 'bg-panel', picture: <BubbleMark className={picture} /> },
  {
    name: 'gems',
    ground: 'bg-sun-soft',
    picture: (
      <div aria-hidden className="flex h-32 items-center justify-center sm:h-36">
        <GemMark className="size-14 -rotate-12" />
        <GemMark className="size-24" />
        <GemMark className="size-14 rotate-12" />
      </div>
    ),
  },
  {
    name: 'learning',
    ground: 'bg-leaf-soft',
    picture: <LetterWorm className={picture} />,
  },
  { name: 'family', ground: 'bg-sky-soft', picture: <Otter className={picture} /> },
  { name: 'pin', ground: 'bg-panel', picture: <LetterBubble className={picture} /> },
  { name: 'old', ground: 'bg-gem-soft', picture: <ClockOwl className={picture} /> },
]

/** The privacy page for children: few words, pictures, and buttons that read aloud. */
export default function KidsPrivacyPage() {
  useEffect(() => stopSpeaking, [])
  const last = kidsPrivacyPage.gone
  const everything = [...things.map(({ name }) => kidsPrivacyPage[name]), last]
  return (
    <PublicPage header={null} className="mx-auto flex w-full max-w-5xl flex-col gap-6 p-4 pb-12 sm:gap-8 sm:p-8">
      <div className="flex items-center justify-between gap-3">
        <Button asChild variant="quiet" className="min-h-14 rounded-full px-5">
          <Link to="/">
            <ArrowLeft aria-hidden />
            <span>{common.back}</span>
          </Link>
        </Button>
        <ReadAloud
          label={kidsPrivacyPage.readEverything}
          words={everything.map(spoken).join(' ')}
          className="bg-panel"
        />
      </div>
      <h1 className="text-center text-4xl sm:text-5xl">{kidsPrivacyPage.title}</h1>
      <ul className="grid gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
        {things.map(({ name, ground, picture }) => (
          <li
            key={name}
            className={cn('relative flex flex-col items-center gap-2 rounded-tile p-6 text-center', ground)}
          >
            {picture}
            <h2 className="mt-2 text-2xl">{kidsPrivacyPage[name].title}</h2>
            <p className="text-lg">{kidsPrivacyPage[name].text}</p>
            <ReadAloud
              label={kidsPrivacyPage.readToMe(kidsPrivacyPage[name].title)}
              words={spoken(kidsPrivacyPage[name])}
              className="absolute top-3 right-3"
            />
          </li>
        ))}
      </ul>
      <section
        aria-label={last.title}
        className="bg-panel relative flex flex-col items-center gap-4 rounded-tile p-6 text-center sm:flex-row sm:p-8 sm:text-left"
      >
        <Otter mood="cheering" className="size-32 shrink-0" />
        <div className="sm:pr-16">
          <h2 className="text-2xl">{last.title}</h2>
          <p className="mt-1 text-lg">{last.text}</p>
        </div>
        <ReadAloud
          label={kidsPrivacyPage.readToMe(last.title)}
          words={spoken(last)}
          className="absolute top-3 right-3"
        />
      </section>
      <p className="text-muted text-center">
        {filled(kidsPrivacyPage.forGrownUps, {
          link: (
            <Link
              to="/privacy"
              className="text-grape inline-flex min-h-14 items-center font-bold underline decoration-2 underline-offset-4"
            >
              {kidsPrivacyPage.wholePage}
            </Link>
          ),
        })}
      </p>
    </PublicPage>
  )
}

// Ends each title as a sentence, because a voice pauses only there.
const spoken = ({ title, text }: { title: string; text: string }) => `${title}${title.endsWith('?') ? '' : '.'} ${text}`

/** Renders nothing on a device without a voice. */
function ReadAloud({ label, words, className }: { label: string; words: string; className: string }) {
  if (!useVoice()) return null
  return (
    <IconButton
      label={label}
      icon={<Volume2 aria-hidden />}
      tooltip={false}
      className={cn(
        'text-grape hover:bg-panel hover:text-grape min-h-14 min-w-14 rounded-full [&_svg]:size-7',
        className,
      )}
      onClick={() => speak(words)}
    />
  )
}
