import { expect, test } from 'vitest'
import { isExpanded } from './sidebar-state.ts'

test('the sidebar is wide unless its own cookie says otherwise', () => {
  expect(isExpanded('', 1440)).toBe(true)
  expect(isExpanded('a=b; sidebar_state=true', 1440)).toBe(true)
  expect(isExpanded('a=b; sidebar_state=false; c=d', 1440)).toBe(false)
  expect(isExpanded('other_sidebar_state=false', 1440)).toBe(true)
})
