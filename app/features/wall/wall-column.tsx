import { ChevronDown, PartyPopper } from 'lucide-react'
import { useRef, type CSSProperties } from 'react'
import type { Absence } from '#domain/contract/absences.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { awaySentence } from '#app/lib/text/away-words.ts'
import { useIsPending } from '#app/lib/state/family-store.ts'
import { useLateIds } from '#app/state/late-ids.ts'
import { useWaitingGems } from '#app/lib/state/unsent.ts'
import { useBalance } from '#app/lib/state/use-balance.ts'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { GemMark } from '#app/ui/media/gem-mark.tsx'
import { avatarProps, spokenName } from '#app/lib/text/avatar-props.ts'
import { ui } from '#texts/ui'
import { wall } from '#texts/wall'
import { inRows } from './in-rows.ts'
import { lettersAcross } from './letters-across.ts'
import type { MemberDay } from './member-days.ts'
import { useHiddenBelow } from './use-hidden-below.ts'
import { WallCompletedByOther, WallTile } from './wall-tile.tsx'

/** The maximum number of dots: more cannot be counted at a glance. */
const mostDots = 30
const dotsAcross = 10

export type WallColumnProps = {
  day: MemberDay
  nameOf: (memberId: MemberId) => string
  /** Returns undefined if this device may not complete that quest for this member. */
  tapOn: (quest: Quest) => ((tile: Element) => void) | undefined
  /** Returns undefined if this device may not take it back any more. */
  undoOf: (quest: Quest) => (() => void) | undefined
}

/** A member's day: the face, the progress, and the quests. */
export function WallColumn({ day: { member, quests, absence }, nameOf, tapOn, undoOf }: WallColumnProps) {
  const list = useRef<HTMLUListElement>(null)
  const hidden = useHiddenBelow(list)
  const own = quests.filter(({ state }) => state !== 'theirs').length
  const late = useLateIds()
  const done = quests.filter(({ quest, state }) => state === 'done' && !late.has(quest.id)).length
  const isPending = useIsPending()
  const isOver = own > 0 && done === own && !isPending
  return (
    <section
      aria-label={spokenName(member)}
      tabIndex={-1}
      data-wall-column={member.id}
      data-glide-home={member.id}
      className={cn(
        '@container relative flex min-h-0 min-w-0 flex-col rounded-tile border-2 outline-offset-0',
        isOver ? 'border-leaf bg-leaf-soft' : 'bg-panel/60 border-transparent',
      )}
    >
      <header className="flex items-center gap-2 px-2 pt-2 pb-1.5 @xs:gap-3 @xs:px-4">
        <div className="flex shrink-0 flex-col items-center">
          <Avatar {...avatarProps(member)} decorative className="size-14 text-2xl @xs:size-16" />
          <Gems member={member} />
        </div>
        <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
          <h2
            translate="no"
            dir="auto"
            style={{ '--letters': lettersAcross(member.displayName, 2) } as CSSProperties}
            className="text-[clamp(1.375rem,calc((100cqi-7rem)/(var(--letters)*0.56)),2.5rem)] leading-none wrap-anywhere hyphens-auto"
          >
            {member.displayName}
          </h2>
          <div className="flex w-full items-center justify-between gap-2">
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <p
                className={cn(
                  'flex items-center gap-1.5 text-lg leading-tight font-bold tabular-nums @xs:text-xl',
                  isOver ? 'text-leaf-ink' : 'text-muted',
                )}
              >
                {isOver && <PartyPopper aria-hidden className="size-5 shrink-0" />}
                <span>{own > 0 && wall.doneOf(done, own)}</span>
              </p>
              {own > 0 && own <= mostDots && <Dots done={done} of={own} />}
            </div>
            {/* Above the list, because over it the button would hide a part of a quest. */}
            {hidden > 0 && (
              <button
                type="button"
                aria-label={wall.moreBelow(hidden)}
                onClick={() => list.current?.scrollBy({ top: list.current.clientHeight * 0.8 })}
                className="bg-grape text-on-grape -my-2 flex min-h-14 min-w-12 shrink-0 items-center justify-center rounded-full text-xl @xs:min-w-14 @xs:px-2 font-bold tabular-nums"
              >
                <span translate="no">{`+${hidden}`}</span>
                <ChevronDown aria-hidden className="-mr-1 hidden size-6 @xs:block" />
              </button>
            )}
          </div>
        </div>
      </header>
      {absence && <WallAway absence={absence} />}
      {/* Focusable even without buttons in it, because it scrolls. */}
      <ul
        ref={list}
        data-glide-list
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={wall.questsOf(spokenName(member))}
        className="relative grid min-h-0 auto-rows-max gap-2 overflow-y-auto overscroll-y-contain rounded-b-[1.875rem] p-2 pt-1 pb-5 grid-cols-[repeat(auto-fill,minmax(min(100%,max(16rem,22vw)),1fr))] @xs:px-3"
      >
        {quests.map((each) => (
          <li
            key={each.quest.id}
            data-glide={`${each.quest.id} ${member.id}`}
            className={each.state === 'theirs' ? 'col-span-full' : undefined}
          >
            {each.state === 'theirs' ? (
              <WallCompletedByOther quest={each.quest} by={nameOf(each.by)} />
            ) : (
              <WallTile
                quest={each.quest}
                of={member.id}
                state={each.state}
                onTap={each.state === 'todo' ? tapOn(each.quest) : undefined}
                onUndo={undoOf(each.quest)}
                undoLabel={wall.notThem(spokenName(member))}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the wall says of a member who is away. */
function WallAway({ absence }: { absence: Absence }) {
  const { today } = useFamilyClock()
  return (
    <p className="font-display flex items-center gap-3 px-4 pb-2 text-xl font-bold">
      <span aria-hidden translate="no" className="text-5xl leading-none">
        {absence.reason ?? '🌙'}
      </span>
      <span>{awaySentence(absence, today)}</span>
    </p>
  )
}

function Gems({ member }: { member: FamilyMember }) {
  const balance = useBalance(member.id)
  const waiting = useWaitingGems(member.id)
  return (
    <p
      data-gems-of={member.id}
      className="bg-gem-soft text-gem-ink border-gem font-display relative mt-1 flex min-h-8 min-w-16 items-center justify-center gap-1 rounded-full border-2 px-2.5 text-lg leading-none font-bold tabular-nums"
    >
      <GemMark className="size-5" />
      <span aria-hidden translate="no">
        {balance}
        {waiting > 0 && ` + ${waiting}`}
      </span>
      <span className="sr-only">{balance !== undefined && ui.gems(balance)}</span>
    </p>
  )
}

/** Shows the progress as dots for children who cannot read the text beside them. */
function Dots({ done, of }: { done: number; of: number }) {
  return (
    <span
      aria-hidden
      className="grid w-full grid-cols-[repeat(var(--across),minmax(0,0.75rem))] gap-1"
      style={{ '--across': inRows(of, dotsAcross) } as CSSProperties}
    >
      {Array.from({ length: of }, (_, dot) => (
        <span
          key={dot}
          className={cn('aspect-square rounded-full border-2', dot < done ? 'border-leaf bg-leaf' : 'border-edge')}
        />
      ))}
    </span>
  )
}
