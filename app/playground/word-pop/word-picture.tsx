import * as m from 'framer-motion/m'
import { Volume2 } from 'lucide-react'
import { useEffect } from 'react'
import { speakEnglish, useVoice } from '#app/lib/device/speech.ts'
import { Picture } from '#app/playground/parts/picture.tsx'
import { English, tellEnglish } from '#app/playground/parts/tell.tsx'
import { filled } from '#app/texts/filled.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { popIn } from '#app/ui/motion/transitions.ts'
import { wordPop } from '#texts/wordPop'

/** Shows the word's picture; tells the word when it appears, and speaks it on each press of the button. */
export function WordPicture({ word, level }: { word: string; level: string }) {
  const hasVoice = useVoice()
  useEffect(() => tellEnglish(word, filled(wordPop.wordIn(level), { word: <English>{word}</English> })), [word, level])
  return (
    <m.div {...popIn} className="relative">
      <Picture
        of={word}
        label={word}
        lang="en"
        className="shadow-lift size-[clamp(min(10rem,55vw),min(34dvh,58vw),26rem)] rounded-tile phone-landscape:size-40"
      />
      {hasVoice && (
        <IconButton
          label={wordPop.hearWord}
          icon={<Volume2 aria-hidden />}
          variant="grape"
          tooltip={false}
          data-reach
          onClick={() => speakEnglish(word)}
          className="absolute -right-4 -bottom-4 size-16 rounded-full [&_svg]:size-8"
        />
      )}
    </m.div>
  )
}
