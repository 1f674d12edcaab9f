import type { Quest } from '#domain/contract/quests.ts'
import { kid } from '#texts/kid'

/** A quest as it is read aloud: 'Dishes. Two plates and the pans. 30 gems.' */
export function wordsOf({ title, description, gemValue }: Pick<Quest, 'title' | 'description' | 'gemValue'>): string {
  return [title, description, kid.readGems(gemValue)].filter(Boolean).map(asSentence).join(' ')
}

// A voice pauses at the end of a sentence, and only there.
const asSentence = (text: string) => (/[.!?…]$/u.test(text) ? text : `${text}.`)
