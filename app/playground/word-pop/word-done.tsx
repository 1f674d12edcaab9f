import * as m from 'framer-motion/m'
import { Cheer } from '#app/playground/parts/cheer.tsx'
import { Picture } from '#app/playground/parts/picture.tsx'
import { LetterWorm } from '#app/ui/media/letter-worm.tsx'
import { popIn } from '#app/ui/motion/transitions.ts'
import { wordPop } from '#texts/wordPop'

/** Shows the finished word with its picture and spelling. */
export function WordDone({ word }: { word: string }) {
  return (
    <Cheer
      title={wordPop.pop}
      mascot={<LetterWorm mood="cheering" />}
      action={
        <m.div {...popIn} className="bg-panel shadow-lift flex items-center gap-5 rounded-tile p-3 pr-8">
          <Picture of={word} className="size-24 rounded-card sm:size-32 phone-landscape:size-20" />
          <span
            lang="en"
            className="font-[family-name:Andika,sans-serif] text-6xl leading-none font-bold [font-variant-ligatures:none] sm:text-7xl"
          >
            {word}
          </span>
        </m.div>
      }
    />
  )
}
