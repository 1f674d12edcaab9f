import { expect, test } from 'vitest'
import { bundleFunction } from './build-function.mjs'

test('The edge function bundles into a file that Supabase takes', async () => {
  const code = await bundleFunction()
  expect(code.length).toBeGreaterThan(100_000)
  // 5 MB is the most that is bundled on the server's side.
  expect(code.length).toBeLessThan(5_000_000)
})
