import { expect, test } from 'vitest'
import { isExpanded } from './sidebar-state.ts'

test('without its cookie the sidebar is open from 1024 pixels on', () => {
  expect([768, 800, 1023, 1024, 1280, 1440].map((width) => isExpanded('', width))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ])
})

test('the sidebar is expanded or collapsed by its own cookie', () => {
  expect(isExpanded('a=b; sidebar_state=true', 1440)).toBe(true)
  expect(isExpanded('a=b; sidebar_state=false; c=d', 1440)).toBe(false)
  expect(isExpanded('sidebar_state=true', 800)).toBe(true)
  expect(isExpanded('other_sidebar_state=false', 1440)).toBe(true)
})
