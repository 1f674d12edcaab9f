import { useQuery } from '@tanstack/react-query'
import {
  Database,
  HeartPulse,
  House,
  Settings,
  Shield,
  ShieldCheck,
  UserCog,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { adminStatsQuery } from '#app/lib/api/queries.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { PageHeading } from '#app/ui/layout/page-heading.tsx'
import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { locale } from '#app/texts/page-language.ts'
import { admin } from '#texts/admin'
import { common } from '#texts/common'

const deeds = [
  { deed: 'users', Icon: UserCog },
  { deed: 'system', Icon: Settings },
  { deed: 'database', Icon: Database },
  { deed: 'security', Icon: Shield },
] as const

export function AdminPage() {
  const { data, error, isFetching, refetch } = useQuery(adminStatsQuery())
  const failure = error && !data ? sentenceFrom(error, admin.notLoaded) : undefined
  useAnnounced(failure)
  const count = (number: number | undefined) =>
    number?.toLocaleString(locale) ??
    (error ? (
      <>
        <span aria-hidden>{'–'}</span>
        <span className="sr-only">{admin.unknown}</span>
      </>
    ) : (
      <Loading label={common.loading}>
        <Skeleton className="h-9 w-16" />
      </Loading>
    ))
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 p-4 sm:gap-6 sm:p-6">
      <PageHeading title={admin.title} />
      {failure !== undefined && (
        <div className="bg-danger-soft text-danger flex flex-wrap items-center justify-between gap-3 rounded-card p-4 font-semibold">
          <span>{failure}</span>
          <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
            {common.tryAgain}
          </Button>
        </div>
      )}
      <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Stat name={admin.totalUsers} Icon={Users}>
          {count(data?.totalUsers)}
        </Stat>
        <Stat name={admin.totalFamilies} Icon={House}>
          {count(data?.totalFamilies)}
        </Stat>
        <Stat name={admin.systemStatus} Icon={HeartPulse}>
          {admin.healthy}
        </Stat>
        <Stat name={admin.adminLevel} Icon={ShieldCheck}>
          {admin.fullAccess}
        </Stat>
      </dl>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {deeds.map(({ deed, Icon }) => (
          <Button
            key={deed}
            variant="quiet"
            aria-disabled
            className="text-muted hover:bg-panel min-h-14 cursor-not-allowed justify-start active:scale-100"
          >
            <Icon aria-hidden />
            <span>{admin.deeds[deed]}</span>
          </Button>
        ))}
      </div>
    </div>
  )
}

function Stat({ name, Icon, children }: { name: string; Icon: LucideIcon; children: ReactNode }) {
  return (
    <div className="border-line bg-panel flex flex-col gap-3 rounded-card border p-5">
      <dt className="text-muted flex items-center gap-3 font-bold">
        <span className="bg-grape-soft text-grape grid size-10 shrink-0 place-items-center rounded-control">
          <Icon aria-hidden className="size-5" />
        </span>
        <span>{name}</span>
      </dt>
      <dd translate="no" className="font-display text-3xl font-bold">
        {children}
      </dd>
    </div>
  )
}
