import { expect, test } from 'vitest'
import { replyOf, fillIn, type ErrorCode, type CodedError, type Sentences } from '#domain/contract/errors.ts'
import { Language } from '#domain/contract/language.ts'

/** Params for any sentence: each number is 7. */
const sevens = new Proxy({}, { get: (_, name) => (name === 'of' ? 'title' : 7) })

const others = Language.options.filter((language) => language !== 'en')

test.each(others)(
  'the catalogue "%s" says every refusal in its own words, with the numbers of the English',
  async (language) => {
    const { [language]: catalogue } = (await import(`./${language}.ts`)) as Record<string, { contract: Sentences }>
    const contract = catalogue?.contract
    if (contract === undefined) throw new Error(`app/texts/${language}.ts exports no ${language}`)
    for (const code of Object.keys(contract) as ErrorCode[]) {
      const params = code === 'invalid_input' ? {} : sevens
      const sentence = fillIn(contract[code], params)
      const english = replyOf(...([code, params] as CodedError)).message
      expect(sentence.trim(), code).not.toBe('')
      expect(sentence, code).not.toBe(english)
      expect(sentence.match(/\d+/g), code).toEqual(english.match(/\d+/g))
    }
  },
)
