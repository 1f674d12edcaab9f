import { describe, expect, test } from 'vitest'
import { Login, Signup } from './auth.ts'
import { messageOf } from './errors.ts'
import { pathParams } from './ids.ts'
import { ColumnPatch } from './columns.ts'
import { NewQuest, QuestPatch } from './quests.ts'
import { routes } from './routes.ts'
import type { Route } from './routes.ts'

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const quest = { title: 'Dishes', icon: '🧹', gemValue: 50, assigneeIds: [id(1)], columnId: id(2) }

describe('a new quest', () => {
  test('needs no description, no rhythm and no time', () => {
    expect(NewQuest.parse(quest)).toEqual({ ...quest, description: '', recurring: 'once', targetTime: null })
  })
  test('keeps everything that was said', () => {
    const whole = { ...quest, description: 'And the pans', recurring: 'weekly', targetTime: '23:59' }
    expect(NewQuest.parse({ ...whole, title: ' Dishes ', description: ' And the pans ' })).toEqual(whole)
  })
  test.each(['00:00', '07:30', '19:59', '23:59'])('at %s', (targetTime) =>
    expect(NewQuest.parse({ ...quest, targetTime }).targetTime).toBe(targetTime),
  )
  test.each(['', '7:30', '24:00', '12:60', '07:30:00', '07-30', ' 07:30'])('not at %j', (targetTime) =>
    expect(NewQuest.safeParse({ ...quest, targetTime }).success).toBe(false),
  )
  test.each([0, 1, 100_000])('for %i gems', (gemValue) =>
    expect(NewQuest.parse({ ...quest, gemValue }).gemValue).toBe(gemValue),
  )
  test.each([-1, 0.5, 100_001, Number.NaN, Infinity, '50', null])('not for %j gems', (gemValue) =>
    expect(NewQuest.safeParse({ ...quest, gemValue }).success).toBe(false),
  )
  test('may have an id that its device chose, but not the one of who left', () => {
    expect(NewQuest.parse({ ...quest, id: id(3) }).id).toBe(id(3))
    expect(NewQuest.safeParse({ ...quest, id: '00000000-0000-0000-0000-000000000000' }).success).toBe(false)
  })
})

describe('a change', () => {
  test('sends what changes and nothing else: no default sneaks in', () => {
    expect(QuestPatch.parse({ columnId: id(2) })).toEqual({ columnId: id(2) })
    expect(QuestPatch.parse({ targetTime: null })).toEqual({ targetTime: null })
    expect(ColumnPatch.parse({ emoji: '🌱' })).toEqual({ emoji: '🌱' })
  })
})

describe('signing up and in', () => {
  const person = { firstName: 'Anna', lastName: 'Berg', email: 'anna@family.example', password: '12345678' }
  const message = (wrong: Record<string, unknown>) =>
    Signup.safeParse({ ...person, ...wrong }).error?.issues[0]?.message

  test('addresses are compared in small letters', () => {
    expect(Signup.parse({ ...person, email: ' Anna@Family.Example ' }).email).toBe('anna@family.example')
    expect(Login.parse({ email: 'ANNA@family.example', password: 'x' }).email).toBe('anna@family.example')
  })
  test('addresses that a browser takes are taken', () => {
    for (const email of [
      "o'brien@family.example",
      'a@b',
      'anna+board@mail.family.example',
      'a{b}@xn--mller-kva.example',
    ])
      expect(Signup.parse({ ...person, email }).email).toBe(email)
    for (const email of ['anna', 'anna@', '@family.example', 'an na@family.example', 'anna@-family.example'])
      expect(message({ email }), email).toBe(messageOf('malformed_email'))
  })
  test('a new password is written in one way, whatever the keyboard sends', () => {
    const separate = 'Gemüsekorb'.normalize('NFD')
    expect(Signup.parse({ ...person, password: separate }).password).toBe('Gemüsekorb'.normalize('NFC'))
    expect(Login.parse({ email: person.email, password: separate }).password).toBe(separate)
    expect(message({ password: 'ä'.normalize('NFD').repeat(36) })).toBe(undefined)
  })
  test('a password keeps its white space and has 8 characters to 72 bytes', () => {
    expect(Signup.parse({ ...person, password: '  two   ' }).password).toBe('  two   ')
    expect(message({ password: '1234567' })).toBe(messageOf('password_too_short', { minimum: 8 }))
    expect(message({ password: 'ä'.repeat(36) })).toBe(undefined)
    expect(message({ password: 'ä'.repeat(37) })).toBe(messageOf('password_too_long', { maximum: 72 }))
  })
  test('the first empty field is named', () => {
    expect(message({ firstName: '', lastName: '', email: '', password: '' })).toBe(
      messageOf('name_required', { of: 'firstName' }),
    )
    expect(message({ email: '' })).toBe(messageOf('email_required'))
    expect(message({ email: 'anna' })).toBe(messageOf('malformed_email'))
    expect(message({ password: '' })).toBe(messageOf('password_required'))
  })
  test('an old password of any shape may sign in', () =>
    expect(Login.safeParse({ email: person.email, password: 'x' }).success).toBe(true))
})

describe('the table of calls', () => {
  const all: Route[] = Object.values(routes)
  test('names each call once', () => {
    const names = all.map(({ method, path }) => `${method} ${path}`)
    expect(names).toEqual([...new Set(names)])
  })
  test('knows of what every id in a path is one', () => {
    const named = all.flatMap(({ path }) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? ''))
    for (const name of named) expect(Object.keys(pathParams)).toContain(name)
  })
  test('reads have no body', () => {
    for (const { method, body } of all) if (method === 'GET' || method === 'DELETE') expect(body).toBe(undefined)
  })
})
