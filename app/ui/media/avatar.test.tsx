import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Avatar, initialsOf } from './avatar.tsx'
import { AvatarStack } from './avatar-stack.tsx'
import { wholeNumber } from '../controls/number-field.tsx'

const drawn = (element: React.ReactElement) => renderToStaticMarkup(element)

test('a picture has priority over a seed, a seed over initials', () => {
  expect(drawn(<Avatar name="Mia" seed="mia" imageUrl="/objects/a.webp" />)).toContain('src="/objects/a.webp"')
  expect(drawn(<Avatar name="Mia" seed="/objects/b.webp" />)).toContain('src="/objects/b.webp"')
  expect(drawn(<Avatar name="Mia" seed="mia" />)).toContain('data-face="mia"')
  expect(drawn(<Avatar name="Mia Berg" />)).toContain('MB')
})

test('initials are of the first and the last word', () => {
  expect(initialsOf('mia von Berg')).toBe('MB')
  expect(initialsOf('Mia')).toBe('M')
  expect(initialsOf('👩‍🚀 Zoë')).toBe('👩‍🚀Z')
  expect(initialsOf('  ')).toBe('')
})

test('a stack shows a limited number of faces, counts the rest and reads out all names', () => {
  const people = ['Mia', 'Ella', 'Jonas', 'Anna'].map((name) => ({ id: name, name, seed: name }))
  const stack = drawn(<AvatarStack people={people} most={3} />)
  expect(stack.match(/data-face/g)).toHaveLength(3)
  expect(stack).toContain('>+1<')
  expect(stack).toContain('sr-only">Mia, Ella, Jonas, Anna<')
  expect(drawn(<AvatarStack people={people.slice(1)} most={3} />)).not.toContain('>+')
})

test('the face of a namesake is told by ear, beside its name and in a stack', () => {
  const max = { name: 'Max', seed: 'Fizz', faceWords: 'the purple one' }
  expect(drawn(<Avatar {...max} decorative />)).toContain('role="img" aria-label="the purple one"')
  expect(drawn(<Avatar name="Mia" seed="mia" decorative />)).not.toContain('role')
  const stack = drawn(<AvatarStack people={[{ id: '1', ...max }]} most={2} />)
  expect(stack.match(/the purple one/g)).toHaveLength(2)
})

test('a number is the whole number a text begins with, else 0', () => {
  expect(['50', '12.9', '7 gems', '', 'gems', '-3', '9'.repeat(30)].map(wholeNumber)).toEqual([50, 12, 7, 0, 0, -3, 0])
})
