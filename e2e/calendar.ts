import type { Page } from '@playwright/test'
import { addMember, openLive } from './actions.ts'
import { expect, type SignedUp } from './family.ts'

/** A day of the browser's calendar, so many days from its today: its date, and the name its column has. */
export function day(offset = 0, from: Date = new Date()) {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(from)
  const moved = new Date(Date.parse(date) + offset * 86_400_000)
  const words = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  return { date: moved.toISOString().slice(0, 10), name: words.format(moved) }
}

export const dayColumn = (page: Page, offset = 0) => page.getByRole('region', { name: day(offset).name, exact: true })
export const today = (page: Page) => dayColumn(page)
export const onToday = (page: Page, title: string) => today(page).getByRole('article', { name: title, exact: true })

export async function openCalendar(page: Page): Promise<void> {
  await openLive(page, '/parent')
  await expect(today(page)).toBeVisible()
}

export const addKid = async (family: SignedUp, displayName: string) => (await addMember(family, displayName)).id
