import { expect, test } from 'vitest'
import { replyOf, fillIn, type ErrorCode, type CodedError } from '#domain/contract/errors.ts'
import { de } from './de.ts'
import { es } from './es.ts'

/** Params for any sentence: each number is 7. */
const sevens = new Proxy({}, { get: (_, name) => (name === 'of' ? 'title' : 7) })

test.each([de, es])('a language says every refusal in its own words, with the numbers of the English', ({ contract }) => {
  for (const code of Object.keys(contract) as ErrorCode[]) {
    const params = code === 'invalid_input' ? {} : sevens
    const sentence = fillIn(contract[code], params)
    const english = replyOf(...([code, params] as CodedError)).message
    expect(sentence.trim(), code).not.toBe('')
    expect(sentence, code).not.toBe(english)
    expect(sentence.match(/\d+/g), code).toEqual(english.match(/\d+/g))
  }
})
