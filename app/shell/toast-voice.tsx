import { ReadToMe } from '#app/features/kid/read-to-me.tsx'
import { sentences } from '#app/state/sentences.ts'

/** Reads a toast aloud on kids' screens. */
export default function ToastVoice({ title, description = '' }: { title: string; description?: string | undefined }) {
  if (document.body.dataset['themeScope'] !== 'kid') return null
  return <ReadToMe title={title} words={sentences([title, description])} className="-my-2" />
}
