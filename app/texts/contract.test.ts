import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sentenceOf } from '#domain/contract/errors.ts'
import { routes, type Route } from '#domain/contract/routes.ts'
import { de } from './de.ts'
import { es } from './es.ts'

const languages = { de, es }

/** Said to programs, which send what no form of ours can; a person would read what the code means. */
const toPrograms = [
  'Nothing to change was sent',
  'A day looks like #-#-#',
  'The first day comes after the last one',
  'At most # days can be asked for at once',
  'An avatar seed is required',
  'A picture is set by its own call',
  'An item is required',
  'An item can have at most # characters',
  'A page needs both before and beforeId',
  'A completion needs both completedDate and completingMemberId',
  'A completion changes nothing else of a quest',
  'A day is said of a move alone',
  'Shown to kids is # or #',
  'The request has no readable JSON body.',
  'This address does not exist.',
  'This redemptionId was used for something else.',
  'Nobody practises more than # things.',
  'This game does not ask for that.',
]

const known = (sentence: string) => sentence.replaceAll(/\d+/g, '#')

/** Every message of our own that a schema can answer, wherever in it. */
function messagesOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  if (Array.isArray(schema)) return schema.flatMap((part) => messagesOf(part, seen))
  if (!('_zod' in schema)) return Object.values(schema).flatMap((part) => messagesOf(part, seen))
  const { def } = schema._zod as { def: Record<string, unknown> }
  const { error, ...parts } = def
  const message: unknown = typeof error === 'function' ? error({ input: '' }) : undefined
  return [...(typeof message === 'string' ? [message] : []), ...messagesOf(parts, seen)]
}

/** Every file of these endings in a folder of the project, as text. */
function sourcesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
}

/** What the server says beyond what a code means: the second argument of a refusal, with # for what is put into it. */
function sentencesOfServer(): string[] {
  const server = sourcesIn('edge-functions/api', '.ts').flatMap((source) =>
    [...source.matchAll(/new Refusal\('\w+', (['`])(.+?)\1[,)]/g)].map(([, , sentence]) => sentence ?? ''),
  )
  const database = sourcesIn('supabase/schemas', '.sql').flatMap((source) =>
    [...source.matchAll(/private\.refuse\('\w+', (?:format\()?'((?:[^']|'')+)'/g)].map(([, sentence]) => sentence ?? ''),
  )
  return [...server, ...database].map((sentence) => sentence.replaceAll(/\$\{.+?\}|%s/g, '#'))
}

const notInWords = (sentences: readonly string[]) =>
  Object.entries(languages).flatMap(([language, { contract }]) =>
    [...new Set(sentences.map(known))]
      .filter((sentence) => !(sentence in contract.sentences) && !toPrograms.includes(sentence))
      .map((sentence) => `${language}: ${sentence}`),
  )

test('every code is said in every language, and in none of them in English', () => {
  for (const { contract } of Object.values(languages)) {
    expect(Object.keys(contract.codes).toSorted()).toEqual(Object.keys(sentenceOf).toSorted())
    for (const [code, sentence] of Object.entries(contract.codes)) {
      expect(sentence.trim(), code).not.toBe('')
      expect(Object.values(sentenceOf)).not.toContain(sentence)
    }
  }
})

test('what a schema says to somebody who fills in a form is said in every language', () => {
  const messages = (Object.values(routes) as Route[]).flatMap(({ body, query }) => messagesOf([body, query]))
  expect(messages).toEqual(
    expect.arrayContaining(['First name is required', 'PIN must be exactly 4 digits', 'At most 50 gems a day', 'A time looks like 07:30']),
  )
  expect(notInWords(messages)).toEqual([])
})

test('what the server says of its own is said in every language', () => {
  const sentences = sentencesOfServer()
  expect(sentences).toEqual(expect.arrayContaining(['Only today can be practised.', 'This column contains # quest(s). Please move or delete them first.']))
  // How long it is to be waited is a piece of the sentence there.
  const waits = ['1 second', '30 seconds', '5 minutes'].map((wait) => `Too many wrong PINs. Please wait ${wait} and try again.`)
  expect(notInWords([...sentences.filter((sentence) => !sentence.startsWith('Too many wrong PINs.')), ...waits])).toEqual([])
})

test('a number of the English stands in every translation of it', () => {
  const count = (sentence: string) => sentence.split('#').length
  for (const { contract } of Object.values(languages)) {
    for (const [english, sentence] of Object.entries(contract.sentences)) expect(count(sentence), sentence).toBe(count(english))
  }
})

test('every sentence that is translated is still said', () => {
  const messages = (Object.values(routes) as Route[]).flatMap(({ body }) => messagesOf(body))
  const said = new Set([...messages, ...sentencesOfServer()].map(known))
  const elsewhere = /^Too many wrong PINs|^Please look into your inbox/
  for (const { contract } of Object.values(languages)) {
    expect(Object.keys(contract.sentences).filter((sentence) => !said.has(sentence) && !elsewhere.test(sentence))).toEqual([])
  }
})
