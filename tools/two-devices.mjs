import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startDemo } from './demo-stack.mjs'
import { install } from './install.mjs'

// Films two devices of the demo family into docs/pictures/two-devices.webp: node tools/two-devices.mjs; needs img2webp (Debian: webp).
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install({ development: true })
const { chromium } = await import('@playwright/test')
const { findChromium } = await import('./chromium.mjs')

const frameMs = 70
// A picture takes longer than a frame lasts: what moves is slowed down while it is filmed.
const slowness = 6
const desk = { width: 1180, height: 760 }
const tablet = { width: 1024, height: 768 }

const { origin, signIn, stop } = await startDemo(3291)
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
const frames = mkdtempSync(join(tmpdir(), 'bubblequest-film-'))
const film = []

async function open(viewport, path) {
  const device = await browser.newContext({ baseURL: origin, viewport, locale: 'en-GB' })
  await device.request.post('/api/auth/login', { data: signIn })
  const page = await device.newPage()
  await page.goto(path)
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('heading', { level: 3 }).first().waitFor()
  const session = await device.newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 1 / slowness })
  return page
}
const laptop = await open(desk, '/parent')
const kitchen = await open(tablet, '/parent')
const stage = await browser.newPage({ viewport: { width: 1160, height: 450 } })
await stage.setContent(`<style>
  body { margin: 0; height: 100vh; display: flex; align-items: center; justify-content: center; gap: 28px; background: #efe9ff }
  img { border-radius: 14px; border: 8px solid #211c3d; box-shadow: 0 10px 30px #211c3d44 }
  #hand { position: fixed; width: 22px; height: 22px; margin: -11px; border-radius: 50%; background: #ff8a5bcc; border: 3px solid #fff; box-shadow: 0 2px 8px #0006 }
</style><img id="laptop" width="600"><img id="kitchen" width="480"><div id="hand"></div>`)

/** One picture of both, with the hand where it is on the laptop. */
async function shoot(hand, ms = frameMs) {
  const [left, right] = await Promise.all([laptop, kitchen].map((page) => page.screenshot({ type: 'jpeg', quality: 90 })))
  await stage.evaluate(
    async ([left, right, hand, width]) => {
      const [laptop, kitchen] = document.querySelectorAll('img')
      laptop.src = `data:image/jpeg;base64,${left}`
      kitchen.src = `data:image/jpeg;base64,${right}`
      await Promise.all([laptop.decode(), kitchen.decode()])
      const box = laptop.getBoundingClientRect()
      const scale = (box.width - 16) / width
      document.getElementById('hand').style.cssText = `left:${box.x + 8 + hand.x * scale}px;top:${box.y + 8 + hand.y * scale}px`
    },
    [left.toString('base64'), right.toString('base64'), hand, desk.width],
  )
  const path = join(frames, `${film.length}.png`)
  await stage.screenshot({ path })
  film.push([path, ms])
}

const middle = async (locator) => {
  const box = await locator.boundingBox()
  return { x: box.x + box.width / 2, y: box.y + Math.min(30, box.height / 2) }
}
const columns = laptop.locator('[data-glide-home]')
let hand = { x: desk.width / 2, y: desk.height - 60 }
async function handTo(to, steps) {
  const from = hand
  for (let step = 1; step <= steps; step++) {
    const share = (1 - Math.cos((Math.PI * step) / steps)) / 2
    hand = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
    await laptop.mouse.move(hand.x, hand.y)
    await shoot(hand)
  }
}

await shoot(hand, 700)
for (const [from, to] of [
  [0, 1],
  [1, 2],
]) {
  const card = columns.nth(from).getByRole('article').first()
  await handTo(await middle(card), 6)
  await laptop.mouse.down()
  const target = await middle(columns.nth(to))
  await handTo({ x: target.x, y: target.y + 110 }, 16)
  await laptop.mouse.up()
  for (let frame = 0; frame < 14; frame++) await shoot(hand)
  await shoot(hand, 600)
}
await browser.close()
await stop()

const args = film.flatMap(([path, ms]) => ['-d', String(ms), path])
const { status } = spawnSync('img2webp', ['-loop', '0', '-lossy', '-q', '60', '-m', '6', ...args, '-o', 'docs/pictures/two-devices.webp'], { stdio: 'inherit' })
rmSync(frames, { recursive: true, force: true })
process.exit(status ?? 1)
