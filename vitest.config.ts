import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['domain/**/*.test.ts', 'app/**/*.test.{ts,tsx}', 'tools/*.test.ts'],
    // Where a test needs a page it is a story in e2e, in a real browser.
    environment: 'node',
  },
})
