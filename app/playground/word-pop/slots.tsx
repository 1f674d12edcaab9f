import * as m from 'framer-motion/m'
import { isWordShown, judgementOf, tileIn, type WordPop } from '#domain/games/word-pop/word-pop.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { wiggle } from '#app/ui/motion/transitions.ts'
import { wordPop } from '#texts/wordPop'
import { filled } from '#app/texts/filled.tsx'
import { English } from '#app/playground/parts/tell.tsx'
import { Mark } from '#app/playground/parts/mark.tsx'
import { LetterTile } from './letter-tile.tsx'

export type SlotsProps = { state: WordPop; turn: string; onGiveBack: (slot: number) => void }

/** A slot for each letter of the word. */
export function Slots({ state, turn, onGiveBack }: SlotsProps) {
  return (
    <m.ol
      aria-label={wordPop.yourWord}
      animate={state.phase === 'wrong' ? wiggle : {}}
      className="grid w-full justify-center gap-1.5 sm:gap-3"
      style={{
        gridTemplateColumns: `repeat(${state.slots.length}, minmax(min(3.5rem, 13vw), clamp(4.5rem, 10dvh, 7.5rem)))`,
      }}
    >
      {state.slots.map((_, slot) => {
        const tile = tileIn(state, slot)
        const letter = state.word.charAt(slot)
        const mark = judgementOf(state, slot)
        return (
          <li
            key={slot}
            data-glide-home={`slot ${slot}`}
            data-drop-id={slot}
            className={cn(
              'border-edge bg-panel relative data-over:border-grape data-over:bg-grape-soft grid aspect-square place-items-center rounded-card border-4 transition-[scale] duration-150 data-over:scale-110',
              tile === undefined && 'border-dashed',
              mark === 'wrong' && 'border-danger',
              (mark === 'right' || state.phase === 'right') && 'border-leaf',
            )}
          >
            {tile !== undefined ? (
              <LetterTile
                tile={tile}
                glide={`${turn} ${tile.id}`}
                hint={wordPop.giveBack(slot + 1, state.slots.length)}
                onPress={() => onGiveBack(slot)}
              />
            ) : isWordShown(state) ? (
              <span className="text-muted font-[family-name:Andika,sans-serif] text-[length:clamp(2.25rem,min(5dvh,9vw),3.75rem)] leading-none">
                <span translate="no" aria-hidden>
                  {letter}
                </span>
                <span className="sr-only">{filled(wordPop.hereGoes, { letter: <English>{letter}</English> })}</span>
              </span>
            ) : (
              <span className="sr-only">{wordPop.empty}</span>
            )}
            {mark !== undefined && (
              <Mark mark={mark} className="pointer-events-none -top-3 -right-1 size-8 [&_svg]:size-5" />
            )}
          </li>
        )
      })}
    </m.ol>
  )
}
