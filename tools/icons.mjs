// Draws the icons that devices want as PNG from the one that is drawn: node tools/icons.mjs
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from './chromium.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const picture = `data:image/svg+xml;base64,${readFileSync('app/public/bubble.svg').toString('base64')}`

// Keeps the bubble within the middle four fifths of icons that a device crops, on the paper color of our pages.
const icons = [
  { name: 'icon-192.png', size: 192, share: 1, paper: 'transparent' },
  { name: 'icon-512.png', size: 512, share: 1, paper: 'transparent' },
  { name: 'icon-maskable-512.png', size: 512, share: 0.72, paper: '#fffbf5' },
  { name: 'apple-touch-icon.png', size: 180, share: 0.84, paper: '#fffbf5' },
]

const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
for (const { name, size, share, paper } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${paper}"><img src="${picture}" width="${Math.round(size * share)}" height="${Math.round(size * share)}" alt="">`,
  )
  await page.locator('img').evaluate((image) => image.decode())
  await page.screenshot({ path: `app/public/${name}`, omitBackground: true })
  await page.close()
}
await browser.close()
