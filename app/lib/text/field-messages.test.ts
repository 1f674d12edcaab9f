import { expect, test } from 'vitest'
import { Login, Signup } from '#domain/contract/auth.ts'
import { fieldMessages } from './field-messages.ts'
import { resolverOf } from './form-resolver.ts'

test('each wrong field has one message, its first', () => {
  const typed = Login.safeParse({ email: '', password: '' })
  expect(typed.error && fieldMessages(typed.error)).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  })
})

test('a form is answered with the parsed values or with the messages of the contract', async () => {
  const check = (values: typeof anna) =>
    resolverOf(Signup)(values, undefined, { fields: {}, shouldUseNativeValidation: undefined })
  const anna = { firstName: ' Anna ', lastName: 'Otter', email: 'Anna@Otter.example', password: 'eight or more' }
  expect(await check(anna)).toEqual({ values: { ...anna, firstName: 'Anna', email: 'anna@otter.example' }, errors: {} })
  expect(await check({ ...anna, password: 'short' })).toMatchObject({
    values: {},
    errors: { password: { message: 'Too short: it must have at least 8 characters' } },
  })
})
