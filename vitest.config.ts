import { defineConfig } from 'vitest/config'

// The texts of the tests are the English ones, whatever this machine speaks.
process.env['LC_ALL'] = 'en_GB.UTF-8'

export default defineConfig({
  test: {
    include: ['domain/**/*.test.ts', 'app/**/*.test.{ts,tsx}', 'tools/*.test.ts'],
    // Where a test needs a page it is a story in e2e, in a real browser.
    environment: 'node',
  },
})
