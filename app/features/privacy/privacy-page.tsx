import { Baby, Ban, DoorClosed, Download, Eye, Fingerprint, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { BubbleMark } from '#app/ui/bubble-mark.tsx'
import { Button } from '#app/ui/button.tsx'
import { Otter } from '#app/ui/otter.tsx'
import { keptThings } from './kept-things.ts'

const promises = [
  { Icon: DoorClosed, title: 'Nothing leaves the house', text: 'Every request goes to this server and to no other: no foreign fonts, counters or clouds.' },
  { Icon: Ban, title: 'No advertising, no profiles', text: 'Nobody is scored, sorted or sold to. There is nothing here that could do it.' },
  { Icon: Download, title: 'Yours to take or delete', text: 'A parent takes everything along in one file, or deletes it, without asking anybody.' },
] as const

/** For parents: what is kept, why, for how long, who sees it, and how to have it gone. */
export default function PrivacyPage() {
  return (
    <div className="relative isolate min-h-dvh overflow-hidden">
      <Bubbles />
      <header className="mx-auto flex h-16 max-w-5xl items-center px-4 sm:px-8">
        <Link to="/" className="touch font-display flex items-center gap-2 rounded-control px-2 text-xl font-bold">
          <BubbleMark className="size-8" />
          Bubblequest
        </Link>
      </header>
      <main className="mx-auto flex max-w-5xl flex-col gap-12 px-4 pt-6 pb-20 sm:px-8 sm:pt-10">
        <div className="flex flex-col gap-4">
          <h1 className="text-4xl sm:text-5xl">Privacy, in plain words</h1>
          <p className="text-muted max-w-2xl text-lg">
            Bubblequest keeps what your family needs to share its quests, and nothing else. Whoever runs this server is responsible for it; in your own house
            that is you.
          </p>
        </div>
        <ul className="grid gap-4 md:grid-cols-3">
          {promises.map(({ Icon, title, text }) => (
            <li key={title} className="border-line bg-panel flex flex-col gap-2 rounded-card border p-5">
              <span className="bg-grape-soft text-grape grid size-11 place-items-center rounded-control">
                <Icon aria-hidden className="size-6" />
              </span>
              <h2 className="mt-1 text-xl">{title}</h2>
              <p className="text-muted">{text}</p>
            </li>
          ))}
        </ul>
        <Part icon={<Hourglass aria-hidden />} title="What is kept, why, and for how long">
          <dl className="border-line bg-panel divide-line divide-y rounded-card border">
            {keptThings.map(({ what, why, until }) => (
              <div key={what} className="grid gap-x-6 gap-y-1 p-4 sm:p-5 md:grid-cols-[2fr_3fr_3fr]">
                <dt className="font-bold">{what}</dt>
                <dd className="text-muted">{why}</dd>
                <dd>
                  <span className="text-muted font-semibold md:sr-only">Kept: </span>
                  {until}
                </dd>
              </div>
            ))}
          </dl>
          <p>
            With the family everything goes at once, to the last line and picture. A copy that whoever runs this server made before lasts as long as they keep
            it.
          </p>
        </Part>
        <Part icon={<Eye aria-hidden />} title="Who can see it">
          <p>
            Your family, and nobody else. Everybody in it sees the board, the calendar, the gems and who is here. Parents manage it all, and see what the
            children practise. Other families cannot find out that you exist. Whoever runs this server could look into its database, as with any server.
          </p>
        </Part>
        <Part icon={<Fingerprint aria-hidden />} title="PINs and passwords">
          <p>
            A child&apos;s PIN is kept only as a hash: it can be compared, and not be read. So is your password. This device remembers that you are signed in,
            whose bubble it shows, and your choices for sound, motion and the sidebar; nothing of that follows you anywhere.
          </p>
        </Part>
        <Part icon={<Download aria-hidden />} title="Take it along, correct it, delete it">
          <p>
            Under Settings, Your data, a parent downloads everything as one file with tables and pictures, and deletes the family. Under Family Members a single
            child is changed or removed, with everything that was kept of it. What a child has practised can begin anew there, too.
          </p>
          <Button asChild look="quiet" className="self-start">
            <Link to="/settings">Open the settings</Link>
          </Button>
        </Part>
        <section
          aria-labelledby="for-children"
          className="bg-sky-soft flex flex-col items-center gap-5 rounded-tile p-6 text-center sm:flex-row sm:p-8 sm:text-left"
        >
          <Otter className="size-32 shrink-0" />
          <div className="flex flex-col items-center gap-3 sm:items-start">
            <h2 id="for-children" className="text-2xl">
              For children, with pictures
            </h2>
            <p>The same in few words, read aloud. Look at it together.</p>
            <Button asChild>
              <Link to="/privacy/kids">
                <Baby aria-hidden />
                Open the picture page
              </Link>
            </Button>
          </div>
        </section>
      </main>
    </div>
  )
}

function Part({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h2 className="flex items-center gap-3 text-2xl [&_svg]:text-grape [&_svg]:size-7 [&_svg]:shrink-0">
        {icon}
        {title}
      </h2>
      <div className="flex flex-col gap-4 [&>p]:max-w-3xl [&>p]:text-lg">{children}</div>
    </section>
  )
}

function Bubbles() {
  return (
    <div aria-hidden className="absolute inset-0 -z-10">
      <div className="bg-grape-soft absolute -top-56 -right-56 size-96 rounded-full lg:-top-40 lg:-right-32 lg:size-[30rem]" />
      <div className="bg-sun-soft absolute top-24 right-[38%] hidden size-16 rounded-full lg:block" />
      <div className="bg-coral-soft absolute bottom-40 -left-48 size-96 rounded-full" />
    </div>
  )
}
