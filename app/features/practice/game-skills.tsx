import type { Day } from '#domain/contract/days.ts'
import type { PracticeItem } from '#domain/contract/practice.ts'
import { gameNames, type GameId } from '#domain/games/games.ts'
import { skillOf, type Skill } from '#domain/games/practice.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { formatDay } from '#app/texts/dates.ts'
import { learning } from '#texts/learning'
import { namedSkillsOf } from './named-skills.ts'
import { SkillMark } from './skill-mark.tsx'

const chips: Record<Skill, string> = {
  new: 'border-line text-muted',
  growing: 'border-transparent bg-coral-soft text-ink',
  sure: 'border-transparent bg-leaf-soft text-ink',
}

/** The skills that a game teaches, each with its level. */
export function GameSkills({ game, items, today }: { game: GameId; items: readonly PracticeItem[]; today: Day }) {
  const known = new Map(items.map((each) => [each.item, each]))
  const groups = namedSkillsOf(game)
  const all = groups.flatMap((group) => group.items)
  const sure = all.filter(({ item }) => skillOf(known.get(item)) === 'sure').length
  return (
    <section
      aria-labelledby={`skills-${game}`}
      className="border-line bg-panel flex flex-col gap-3 rounded-card border p-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={`skills-${game}`} lang="en" className="text-xl">
          {gameNames[game]}
        </h2>
        <p className="text-muted text-sm font-semibold tabular-nums">{learning.known(sure, all.length)}</p>
      </div>
      {groups.map((group) => (
        <div key={group.name} className="flex flex-col gap-1.5">
          <h3 className="text-muted text-sm">{group.name}</h3>
          <ul className="flex flex-wrap gap-1.5">
            {group.items.map(({ item, name }) => {
              const each = known.get(item)
              const skill = skillOf(each)
              return (
                <li
                  key={item}
                  title={each && wordsOf(each, today)}
                  className={cn(
                    'flex min-h-8 items-center gap-1.5 rounded-full border px-2.5 text-sm font-bold',
                    chips[skill],
                  )}
                >
                  <SkillMark skill={skill} />
                  {/* Letters, words and sums are not translated. */}
                  <span
                    lang={game === 'word-pop' ? 'en' : undefined}
                    translate={item === name || /\d/.test(name) ? 'no' : undefined}
                  >
                    {name}
                  </span>
                  <span className="sr-only">{`, ${learning.skills[skill]}${each === undefined ? '' : `, ${wordsOf(each, today)}`}`}</span>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </section>
  )
}

function wordsOf({ lately, dueOn }: PracticeItem, today: Day): string {
  const answers = lately.map((answer) => learning.answers[answer]).join(', ')
  return dueOn <= today ? learning.latelyDueToday(answers) : learning.latelyDueOn(answers, formatDay(dueOn, 'shortDay'))
}
