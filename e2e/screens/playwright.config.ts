import { defineConfig } from '@playwright/test'
import stories from '../../playwright.config.ts'
import { storyServer } from '../story-server.ts'

const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desk: { width: 1440, height: 900 },
}

/** Photographs of every screen and dialog of the demo family, in each size, light and dark. */
export default defineConfig({
  ...stories,
  testDir: '.',
  testMatch: '*.photos.ts',
  outputDir: '../../test-results/screens',
  retries: 0,
  webServer: { ...storyServer, command: storyServer.command.replace('start.mjs', 'start.mjs --demo') },
  projects: Object.entries(sizes).flatMap(([size, viewport]) =>
    (['light', 'dark'] as const).map((colorScheme) => ({
      name: `${size}-${colorScheme}`,
      use: { viewport, colorScheme, screenshot: 'off', contextOptions: { reducedMotion: 'reduce' } },
    })),
  ),
})
