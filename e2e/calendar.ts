import type { Page } from '@playwright/test'
import { de } from '#app/texts/de.ts'
import { es } from '#app/texts/es.ts'
import { addMember, addReward, complete, openLive, requestRedemption, setMode } from './actions.ts'
import { addQuest, expect, type SignedUp } from './family.ts'

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

/** Seven quests of a day, one of them of two. */
export async function fullDay(family: SignedUp) {
  const [mia, leo] = [await addKid(family, 'Mia'), await addKid(family, 'Leo')]
  const daily = { recurring: 'daily', assigneeIds: [mia] }
  const brush = await addQuest(family, 'Brush teeth', 'To Do', { ...daily, assigneeIds: [mia, leo] })
  for (const title of ['Make the bed', 'Feed the dog', 'Set the table', 'Water the plants', 'Tidy up', 'Read'])
    await addQuest(family, title, 'To Do', { ...daily, targetTime: '17:00' })
  return { mia, leo, brush: brush.id }
}

/** A child asks for a reward. */
export async function wish(family: SignedUp, memberId: string) {
  await setMode(family, 'ask')
  const { id } = await addReward(family, 'Half an hour of screen time', { gemCost: 1 })
  const { id: questId } = await addQuest(family, 'Rake the leaves', 'To Do', { assigneeIds: [memberId] })
  await complete(family, questId, memberId)
  await requestRedemption(family, id, memberId)
}

/** What waits for an answer, on a page in that language. */
export const wishOf = (page: Page, locale: string) =>
  page.getByRole('region', {
    name: { 'de-DE': de, 'es-ES': es }[locale]?.rewards.waiting ?? 'Waiting for your answer',
  })
