import type { Page } from '@playwright/test'
import { addQuest, expect, type SignedUp } from './family.ts'

type Saved = { id: string; title: string; version: number }

async function post(family: SignedUp, path: string, data: object): Promise<Saved> {
  const made = await family.context.request.post(path, { data })
  expect(made.status()).toBe(201)
  return made.json()
}

export const addKid = (family: SignedUp, displayName: string) => post(family, `/api/families/${family.familyId}/members`, { displayName })
export const addReward = (family: SignedUp, title: string, more: object = {}) =>
  post(family, `/api/families/${family.familyId}/rewards`, { title, icon: '🍦', ...more })
export const wish = (family: SignedUp, rewardId: string, memberId: string) =>
  post(family, `/api/rewards/${rewardId}/redeem`, { redemptionId: crypto.randomUUID(), memberId })
export const setMode = async (family: SignedUp, rewardMode: string) =>
  expect((await family.context.request.patch(`/api/families/${family.familyId}`, { data: { rewardMode } })).status()).toBe(200)
export const balanceOf = async (family: SignedUp, memberId: string) =>
  (await (await family.context.request.get(`/api/family-members/${memberId}/gems`)).json()).balance as number
export const rewardsOf = async (family: SignedUp) => (await family.context.request.get(`/api/families/${family.familyId}/rewards`)).json()

/** The member does a quest worth so many gems today; answers which. */
export async function doQuest(family: SignedUp, memberId: string, title: string, gemValue: number): Promise<string> {
  const { id } = await addQuest(family.context, family, title, 'To Do', { gemValue, assigneeIds: [memberId] })
  const done = await family.context.request.patch(`/api/quests/${id}`, { data: { completedDate: today(), completingMemberId: memberId } })
  expect(done.status()).toBe(200)
  return id
}

/** Today where the browsers of our tests are. */
export const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format()

/** Mia has 100 gems, an ice cream costs 40, and the family is asked. */
export async function askingFamily(family: SignedUp) {
  const mia = await addKid(family, 'Mia')
  await doQuest(family, mia.id, 'Rake the leaves', 100)
  const iceCream = await addReward(family, 'Ice cream', { gemCost: 40 })
  await setMode(family, 'ask')
  return { mia, iceCream }
}

export async function openStore(page: Page) {
  await page.goto('/rewards-store')
  await expect(page.getByRole('heading', { level: 1, name: 'Rewards Store' })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
}

/** A screen that hears no news, as on a bad line. */
export async function openDeafStore(page: Page) {
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => void socket.close())
  await page.goto('/rewards-store')
  await expect(page.getByRole('heading', { name: 'Manage Rewards' })).toBeVisible()
}

/** Holds every call that matches until `go` is called. */
export async function held(page: Page, path: string, method: string) {
  let go = () => {}
  const gate = new Promise<void>((resolve) => (go = resolve))
  await page.route(path, async (route) => {
    if (route.request().method() === method) await gate
    await route.continue()
  })
  return { asked: page.waitForRequest((request) => request.method() === method), go }
}

export const reward = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
export const said = (page: Page, sentence: string) => expect(page.getByText(sentence, { exact: true })).toBeVisible()
