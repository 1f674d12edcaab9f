import { rmSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import stories from '../../playwright.config.ts'

// All that was heard in a run; the workers read this file too.
if (process.env['TEST_WORKER_INDEX'] === undefined) rmSync('screen-reader.log', { force: true })

/** The journeys by a screen reader, one after the other: the focus of a screen is in one window. */
export default defineConfig(stories, {
  testDir: '.',
  testMatch: '*.journeys.ts',
  outputDir: '../../test-results/screen-reader',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 120_000,
  use: { screenshot: 'off' },
})
