import { Volume2 } from 'lucide-react'
import { useEffect } from 'react'
import { speak, useVoice, wordRate } from '#app/lib/speech.ts'
import { Picture } from '#app/playground/parts/picture.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { pictureOf } from './picture-of.ts'

/** What is to be spelled: drawn, spoken when it comes, and as often as one likes. */
export function WordPicture({ word }: { word: string }) {
  const hasVoice = useVoice()
  useEffect(() => speak(word, wordRate), [word])
  return (
    <div className="animate-arrive relative">
      <Picture of={pictureOf(word)} label={word} className="shadow-lift size-[clamp(10rem,min(34dvh,58vw),26rem)] rounded-tile short:size-40" />
      {hasVoice && (
        <IconButton
          label="Hear the word"
          icon={<Volume2 aria-hidden />}
          look="grape"
          tooltip={false}
          data-reach
          onClick={() => speak(word, wordRate)}
          className="absolute -right-4 -bottom-4 size-16 rounded-full [&_svg]:size-8"
        />
      )}
    </div>
  )
}
