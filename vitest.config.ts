import { defineConfig } from 'vitest/config'

// The texts of the tests are the English ones, whatever this machine speaks.
process.env['LC_ALL'] = 'en_GB.UTF-8'

export default defineConfig({
  test: {
    include: ['{app,bench,domain,tools}/**/*.test.{ts,tsx}'],
    // Deno runs these.
    exclude: ['tools/doctor/**'],
    // Tests that need a page are stories in e2e, in a real browser.
    environment: 'node',
    // Evaluates each module once per process instead of once per file, so a file restores the globals that it stubs.
    isolate: false,
    // Worker threads share the time zone that `today.test.ts` changes, processes do not.
    pool: 'forks',
    // Ends a test that hangs; it is no limit for a slow machine.
    testTimeout: 60_000,
  },
})
