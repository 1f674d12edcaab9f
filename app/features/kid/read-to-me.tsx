import { Volume2 } from 'lucide-react'
import { speak, useVoice } from '#app/lib/device/speech.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { kid } from '#texts/kid'

/** A button that speaks `words` about `title` for children who cannot read yet; not rendered without a voice. */
export function ReadToMe({ title, words = title, className }: { title: string; words?: string; className?: string }) {
  if (!useVoice()) return null
  return (
    <IconButton
      label={kid.readToMe(title)}
      icon={<Volume2 aria-hidden />}
      tooltip={false}
      className={cn(
        'text-grape hover:bg-grape-soft hover:text-grape min-h-14 min-w-14 rounded-full [&_svg]:size-7',
        className,
      )}
      onClick={() => speak(words)}
    />
  )
}
