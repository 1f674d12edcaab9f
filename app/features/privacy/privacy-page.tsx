import { Baby, Ban, DoorClosed, Download, Eye, Fingerprint, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '#app/ui/controls/button.tsx'
import { HomeHeader, PublicPage } from '#app/ui/layout/public-page.tsx'
import { Otter } from '#app/ui/media/otter.tsx'
import { privacyPage } from '#texts/privacyPage'

const promises = [
  { Icon: DoorClosed, name: 'nothingLeaves' },
  { Icon: Ban, name: 'noAdvertising' },
  { Icon: Download, name: 'yours' },
] as const

const circles = [
  'bg-grape-soft -top-56 -right-56 size-96 lg:-top-40 lg:-right-32 lg:size-[30rem]',
  'bg-sun-soft top-24 right-[38%] hidden size-16 lg:block',
  'bg-coral-soft bottom-40 -left-48 size-96',
]

/** The privacy page for parents: the stored data, its purpose, duration, readers, and deletion. */
export default function PrivacyPage() {
  return (
    <PublicPage
      header={<HomeHeader className="mx-auto w-full max-w-5xl" />}
      circles={circles}
      className="mx-auto flex w-full max-w-5xl flex-col gap-12 px-4 pt-6 pb-20 sm:px-8 sm:pt-10"
    >
      <div className="flex flex-col gap-4">
        <h1 className="text-4xl sm:text-5xl">{privacyPage.title}</h1>
        <p className="text-muted max-w-2xl text-lg">{privacyPage.intro}</p>
      </div>
      <ul className="grid gap-4 md:grid-cols-3">
        {promises.map(({ Icon, name }) => (
          <li key={name} className="border-line bg-panel flex flex-col gap-2 rounded-card border p-5">
            <span className="bg-grape-soft text-grape grid size-11 place-items-center rounded-control">
              <Icon aria-hidden className="size-6" />
            </span>
            <h2 className="mt-1 text-xl">{privacyPage[name]}</h2>
            <p className="text-muted">{privacyPage[`${name}Text`]}</p>
          </li>
        ))}
      </ul>
      <Part icon={<Hourglass aria-hidden />} title={privacyPage.whatIsKept}>
        <dl className="border-line bg-panel divide-line divide-y rounded-card border">
          {privacyPage.things.map(({ what, why, until }) => (
            <div key={what} className="grid gap-x-6 gap-y-1 p-4 sm:p-5 md:grid-cols-[2fr_3fr_3fr]">
              <dt className="font-bold">{what}</dt>
              <dd className="text-muted">{why}</dd>
              <dd>
                <span className="text-muted font-semibold md:sr-only">{`${privacyPage.kept} `}</span>
                <span>{until}</span>
              </dd>
            </div>
          ))}
        </dl>
        <p>{privacyPage.allAtOnce}</p>
      </Part>
      <Part icon={<Eye aria-hidden />} title={privacyPage.whoSees}>
        <p>{privacyPage.whoSeesText}</p>
      </Part>
      <Part icon={<Fingerprint aria-hidden />} title={privacyPage.secrets}>
        <p>{privacyPage.secretsText}</p>
      </Part>
      <Part icon={<Download aria-hidden />} title={privacyPage.takeAlong}>
        <p>{privacyPage.takeAlongText}</p>
        <Button asChild variant="quiet" className="self-start">
          <Link to="/settings">{privacyPage.openSettings}</Link>
        </Button>
      </Part>
      <section
        aria-labelledby="for-children"
        className="bg-sky-soft flex flex-col items-center gap-5 rounded-tile p-6 text-center sm:flex-row sm:p-8 sm:text-left"
      >
        <Otter className="size-32 shrink-0" />
        <div className="flex flex-col items-center gap-3 sm:items-start">
          <h2 id="for-children" className="text-2xl">
            {privacyPage.forChildren}
          </h2>
          <p>{privacyPage.forChildrenText}</p>
          <Button asChild>
            <Link to="/privacy/kids">
              <Baby aria-hidden />
              <span>{privacyPage.openPicturePage}</span>
            </Link>
          </Button>
        </div>
      </section>
    </PublicPage>
  )
}

function Part({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h2 className="flex items-center gap-3 text-2xl [&_svg]:text-grape [&_svg]:size-7 [&_svg]:shrink-0">
        {icon}
        <span>{title}</span>
      </h2>
      <div className="flex flex-col gap-4 [&>p]:max-w-3xl [&>p]:text-lg">{children}</div>
    </section>
  )
}
