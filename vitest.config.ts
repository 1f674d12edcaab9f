import { defineConfig } from 'vitest/config'
import { unitTestFiles } from './tools/test-files.mjs'

// The texts of the tests are the English ones, whatever this machine speaks.
process.env['LC_ALL'] = 'en_GB.UTF-8'

export default defineConfig({
  test: {
    include: unitTestFiles,
    // Where a test needs a page it is a story in e2e, in a real browser.
    environment: 'node',
  },
})
