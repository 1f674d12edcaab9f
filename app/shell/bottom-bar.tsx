import { CalendarDays, SquareKanban, Store, Users, type LucideIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { boardHash } from '#app/lib/state/parent-view.ts'
import { barEntry, barLabel } from '#app/ui/controls/bar-entry.ts'
import { shell } from '#texts/shell'
import { WishCount } from './wish-count.tsx'

/** The screens of a parent's phone. Mission Control shows its two tabs in place of the first two itself. */
export default function BottomBar({ memberId }: { memberId: string }) {
  const { pathname } = useLocation()
  const isMissionControl = pathname.startsWith('/parent')
  const home = `/parent/${memberId}`
  return (
    <nav
      aria-label={shell.familyHub}
      data-bottom-bar
      className="bg-paper border-line fixed inset-x-0 bottom-0 z-20 grid grid-cols-4 border-t pb-[env(safe-area-inset-bottom)]"
    >
      {isMissionControl ? (
        <span className="col-span-2" />
      ) : (
        <>
          <Entry to={home} Icon={CalendarDays} label={shell.todayTab} />
          <Entry to={`${home}${boardHash}`} Icon={SquareKanban} label={shell.boardTab} />
        </>
      )}
      <Entry to={`/rewards-store/${memberId}`} Icon={Store} label={shell.rewardsTab} hasWishes />
      <Entry to="/family-members" Icon={Users} label={shell.familyTab} />
    </nav>
  )
}

type EntryProps = { to: string; Icon: LucideIcon; label: string; hasWishes?: boolean }

function Entry({ to, Icon, label, hasWishes = false }: EntryProps) {
  const { pathname } = useLocation()
  const isHere = pathname.split('/')[1] === to.split(/[/#]/)[1]
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined} className={barEntry}>
      <span className="relative">
        <Icon aria-hidden />
        {hasWishes && <WishCount className="absolute -top-2 left-3.5" />}
      </span>
      <span className={barLabel}>{label}</span>
    </Link>
  )
}
