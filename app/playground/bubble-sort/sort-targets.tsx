import { useAtomValue } from 'jotai'
import { colors, shapes, type SortLevelId, type SortTarget } from '#domain/games/bubble-sort/levels.ts'
import type { BubbleSort } from '#domain/games/bubble-sort/bubble-sort.ts'
import { shortcutsAtom } from '#app/lib/device/device-settings.ts'
import { Choice } from '#app/playground/parts/choice.tsx'
import { Picture } from '#app/playground/parts/picture.tsx'
import { bubbleSort } from '#texts/bubbleSort'
import { Textured } from './textured.tsx'

export type SortTargetsProps = { state: BubbleSort; onChoose: (target: SortTarget) => void }

/** The drop targets, each with a picture and a name. */
export function SortTargets({ state: { targets, levelId, mark }, onChoose }: SortTargetsProps) {
  const hasShortcuts = useAtomValue(shortcutsAtom)
  return (
    <ul
      aria-label={bubbleSort.targets}
      className="grid grid-cols-2 gap-3 sm:grid-cols-4 sm:gap-4 phone-landscape:grid-cols-4"
    >
      {targets.map((target, index) => (
        <li key={target.id} data-drop-id={target.id} className="group relative grid">
          <Choice
            mark={mark?.target !== target.id ? undefined : mark.isRight ? 'right' : 'wrong'}
            onChoose={() => onChoose(target)}
            className="group-data-over:border-grape group-data-over:bg-grape-soft group-data-over:scale-105 content-center gap-1 p-2 sm:p-4 phone-landscape:p-2"
          >
            <Sign levelId={levelId} target={target} />
            <span className="font-display text-center text-lg leading-tight font-bold text-balance sm:text-xl lg:text-2xl phone-landscape:text-lg">
              {bubbleSort.places[target.id]}
            </span>
            {hasShortcuts && (
              <kbd
                translate="no"
                aria-hidden
                className="text-muted absolute top-2 left-3 hidden font-sans text-base font-bold [@media(hover:hover)_and_(pointer:fine)]:block"
              >
                {index + 1}
              </kbd>
            )}
          </Choice>
        </li>
      ))}
    </ul>
  )
}

const size = 'size-[clamp(2.75rem,9dvh,7rem)]'

/** A picture of what a target accepts, reduced to the property that counts at this level. */
function Sign({ levelId, target: { id, accepts } }: { levelId: SortLevelId; target: SortTarget }) {
  if (levelId === 'conceptual') {
    return (
      <span className="flex justify-center gap-1 sm:gap-2">
        {accepts.slice(0, 2).map((name) => (
          <Picture key={name} of={name} className="size-[clamp(2.5rem,min(7dvh,8vw),5rem)] rounded-control" />
        ))}
      </span>
    )
  }
  const parts = id.split('-')
  const color = colors.find((each) => parts.includes(each))
  const shape = shapes.find((each) => parts.includes(each)) ?? 'circle'
  return <Textured shape={shape} {...(color && { color })} className={size} />
}
