import type { Page } from '@playwright/test'

/** Gives a page a speech synthesis voice, as late as browsers do; `spoken` has the texts it was given. */
export async function withVoice(
  page: Page,
): Promise<{ voicesLoad: () => Promise<void>; spoken: () => Promise<string[]> }> {
  await page.addInitScript(() => {
    const spoken: string[] = []
    let voices: object[] = []
    const fake = Object.assign(new EventTarget(), {
      speaking: false,
      getVoices: () => voices,
      cancel: () => {
        fake.speaking = false
        spoken.push('silence')
      },
      speak: ({ text, rate }: SpeechSynthesisUtterance) => {
        fake.speaking = true
        spoken.push(`${text} at ${rate.toFixed(1)}`)
      },
    })
    const voicesLoad = () => {
      voices = [{}]
      fake.dispatchEvent(new Event('voiceschanged'))
    }
    Object.defineProperty(window, 'speechSynthesis', { value: fake })
    Object.assign(window, { spoken, voicesLoad })
  })
  type Fake = { spoken: string[]; voicesLoad: () => void }
  return {
    voicesLoad: () => page.evaluate(() => (window as unknown as Fake).voicesLoad()),
    spoken: () => page.evaluate(() => (window as unknown as Fake).spoken),
  }
}
