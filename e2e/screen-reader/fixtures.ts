import { appendFileSync } from 'node:fs'
import { expect, test as base } from '../family.ts'
import { Reader, type ReaderLanguage } from './reader.ts'

/** Two words that run together, as "SuccessQuest" or "table15 gems". */
const runTogether = /\p{Ll}(\p{Lu}|\d)/u

/** Sentences of Firefox and Orca, typed text, and errors, which a slow machine announces after their field was read. */
const ofOthers = /webdriver-|localhost:|@|^leaving |verlassen\.$|^[\da-f-]+$|^●+$|is required|^Please enter/

const bare = (sentence: string) => sentence.replace(/[.!?]$/, '')
const repeats = (before = '', sentence: string) => sentence.length > 8 && bare(before).startsWith(bare(sentence))

export const test = base.extend<{ reader: Reader }, { readerLanguage: ReaderLanguage; sharedReader: Reader }>({
  readerLanguage: ['en', { option: true, scope: 'worker' }],
  sharedReader: [
    async ({ readerLanguage }, use) => {
      const reader = new Reader()
      try {
        await reader.start(readerLanguage)
        await use(reader)
      } finally {
        await reader.stop()
      }
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  reader: async ({ sharedReader: reader }, use, testInfo) => {
    await use(reader)
    const heard = reader.heard(reader.journeyBegin)
    appendFileSync('screen-reader.log', `# ${testInfo.title}\n${heard.join('\n')}\n\n`)
    const ofPage = heard.filter((sentence) => !ofOthers.test(sentence))
    const joined = ofPage.filter((sentence) => runTogether.test(sentence))
    const twice = ofPage.filter((sentence, index) => repeats(ofPage[index - 1], sentence))
    expect({ joined, twice }, 'words that run together, and what is said twice').toEqual({ joined: [], twice: [] })
  },
})
export { expect }
