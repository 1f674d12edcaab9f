import { expect, test } from 'vitest'
import { isExpanded } from './sidebar-state.ts'

test('the sidebar is wide unless its own cookie says otherwise', () => {
  expect(isExpanded('')).toBe(true)
  expect(isExpanded('a=b; sidebar_state=true')).toBe(true)
  expect(isExpanded('a=b; sidebar_state=false; c=d')).toBe(false)
  expect(isExpanded('other_sidebar_state=false')).toBe(true)
})
