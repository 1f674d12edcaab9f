import type { Locator, Page } from '@playwright/test'
import { expect } from '../family.ts'

/** Counts what a person does on all devices of a story: each tap, and each key. */
export class TapCounter {
  taps = 0
  keystrokes = 0

  async tap(target: Locator): Promise<void> {
    this.taps += 1
    await target.click()
  }

  /** Types into the field that has the focus by itself; a tap on it would count. */
  async type(field: Locator, text: string): Promise<void> {
    await expect(field).toBeFocused()
    this.keystrokes += text.length
    await field.page().keyboard.type(text)
  }

  async press(page: Page, key: string): Promise<void> {
    this.keystrokes += 1
    await page.keyboard.press(key)
  }
}
