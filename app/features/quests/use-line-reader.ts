import { useEffect, useState } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { LineWords } from '#app/texts/line-words/line-words.ts'
import { loadTitleWords } from '#app/texts/load-title-words.ts'
import { readLine, type LineContext, type QuestLine } from './quest-line.ts'

/** Longer ones are no lines: they stay titles, which are refused. */
const mostCharacters = 300

/** Returns what reads a line; a whole line is the title where it is not needed, and before the words are loaded. */
export function useLineReader(
  isNeeded: boolean,
  members: LineContext['members'],
  today: Day,
): (line: string) => QuestLine {
  const [words, setWords] = useState<LineWords>()
  useEffect(() => {
    if (isNeeded)
      loadTitleWords().then(
        (loaded) => setWords(loaded.words),
        () => {},
      )
  }, [isNeeded])
  return (line) =>
    isNeeded && words !== undefined && line.length <= mostCharacters
      ? readLine(line, { words, members, today })
      : { title: line }
}
