import { defineConfig } from '@playwright/test'
import { storyPort, storyServer } from './e2e/story-server.ts'
import { provideChromium } from './tools/chromium.mjs'

export default defineConfig({
  testDir: 'e2e',
  // Two runs side by side leave each other's traces alone.
  outputDir: `test-results/${storyPort}-${process.env['E2E_OUTPUT'] ?? 'stories'}`,
  fullyParallel: true,
  // One more than cores: a story often waits, for the server or for a page. Four take no less time.
  workers: 3,
  // A story that passes the second time is listed as flaky at the end.
  retries: 1,
  forbidOnly: true,
  // For what hangs, not for what is slow: a busy machine takes ten times as long.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  webServer: storyServer,
  use: {
    // Reports a missing button as soon as missing text, not at the end of the whole story.
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    baseURL: `http://localhost:${storyPort}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Stories that cut the network are about the page; the one about the app without a network lets it in.
    serviceWorkers: 'block',
    // Recording costs a fifth of the time: asked for when a story is looked into, E2E_TRACE=1.
    screenshot: 'only-on-failure',
    trace: process.env['E2E_TRACE'] === undefined ? 'off' : 'retain-on-failure',
    launchOptions: {
      executablePath: provideChromium(),
      // Debian's Chromium refuses its sandbox to root; nothing but our own pages is opened here.
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages of one context share a renderer process, which is kept when a page is left for a blank one.
        '--process-per-site',
        // A page lives for seconds here: only what runs as hot as axe is worth optimizing.
        '--js-flags=--no-turbofan --max-lazy --interrupt-budget-for-maglev=1000000',
      ],
    },
  },
})
