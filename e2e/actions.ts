import type { Locator, Page } from '@playwright/test'
import { card, overlaysAreGone } from './board.ts'
import { addQuest, expect, type Credentials, type SignedUp } from './family.ts'
import { intercept } from './intercept.ts'

export { overlaysAreGone }

/** Fills in the form for a new account, and sends it. */
export async function signUpOnPage(page: Page, person: Credentials): Promise<void> {
  await page.goto('/signup')
  await fillInSignUp(page, person)
}

/** Leaves the questions of a new family for Mission Control. */
export async function finishLater(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/welcome\/family$/)
  await page.getByRole('link', { name: 'Finish later' }).click()
  await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeVisible()
}

export async function fillInSignUp(page: Page, person: Credentials): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill(person.lastName)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** Fills in the form for signing in, and sends it. */
export async function fillInSignIn(
  page: Page,
  { email, password }: Pick<Credentials, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

type Saved = { id: string; title: string; version: number }

async function post(family: SignedUp, path: string, data: object): Promise<Saved> {
  const made = await family.context.request.post(path, { data })
  expect(made.status()).toBe(201)
  return made.json()
}

export const addMember = (family: SignedUp, displayName: string, more: object = {}) =>
  post(family, `/api/families/${family.familyId}/members`, { displayName, ...more })
export const addReward = (family: SignedUp, title: string, more: object = {}) =>
  post(family, `/api/families/${family.familyId}/rewards`, { title, icon: '🍦', ...more })
export const requestRedemption = (family: SignedUp, rewardId: string, memberId: string) =>
  post(family, `/api/rewards/${rewardId}/redeem`, { redemptionId: crypto.randomUUID(), memberId })
export const change = async ({ context }: SignedUp, path: string, data: object) =>
  expect((await context.request.patch(path, { data })).status()).toBe(200)
export const remove = async ({ context }: SignedUp, path: string) =>
  expect((await context.request.delete(path)).ok()).toBe(true)
export const setMode = (family: SignedUp, rewardMode: string) =>
  change(family, `/api/families/${family.familyId}`, { rewardMode })
export const setPin = async ({ context }: SignedUp, memberId: string, pin: string) =>
  expect((await context.request.put(`/api/family-members/${memberId}/pin`, { data: { pin } })).status()).toBe(200)
export const questsOf = async ({ context, familyId }: SignedUp) =>
  (await context.request.get(`/api/families/${familyId}/quests`)).json()
export const balanceOf = async (family: SignedUp, memberId: string) =>
  (await (await family.context.request.get(`/api/family-members/${memberId}/gems`)).json()).balance as number
export const membersOf = async ({ context, familyId }: SignedUp): Promise<Record<string, unknown>[]> =>
  (await context.request.get(`/api/families/${familyId}/members`)).json()

/** Today, or so many days from it, where the browsers of our tests are. */
export const dayFromNow = (days = 0) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/Berlin' })

/** When today ends where the browsers of our tests are. */
export function nextMidnight(): Date {
  const tomorrow = Date.parse(`${dayFromNow(1)}T00:00:00Z`)
  const [summer, winter] = [2, 1].map((hours) => new Date(tomorrow - hours * 3_600_000)) as [Date, Date]
  return summer.toLocaleDateString('sv', { timeZone: 'Europe/Berlin' }) === dayFromNow(1) ? summer : winter
}

/** Completes the quest for the member, by default today. */
export const complete = (family: SignedUp, questId: string, completingMemberId: string, completedDate = dayFromNow()) =>
  change(family, `/api/quests/${questId}`, { completedDate, completingMemberId })

/** Adds a quest and completes it for the member today. Returns its id. */
export async function doQuest(family: SignedUp, memberId: string, title: string, gemValue: number): Promise<string> {
  const { id } = await addQuest(family, title, 'To Do', { gemValue, assigneeIds: [memberId] })
  await complete(family, id, memberId)
  return id
}

/** Composes a text in the focused field as an Android keyboard does; the returned function ends the composition. */
export async function compose(page: Page, text: string): Promise<() => Promise<void>> {
  const input = await page.context().newCDPSession(page)
  for (let end = 1; end <= text.length; end++)
    await input.send('Input.imeSetComposition', { text: text.slice(0, end), selectionStart: end, selectionEnd: end })
  return async () => void (await input.send('Input.insertText', { text }))
}

/** A text in sight, not among the announcements for screen readers. */
export const textInSight = (place: Page | Locator, sentence: string | RegExp) =>
  place.getByText(sentence, { exact: true }).and(place.locator(':not(#announcements *)'))

/** Asserts that a text is in sight; screen readers may have been told the same. */
export const expectText = (place: Page | Locator, sentence: string | RegExp) =>
  expect(textInSight(place, sentence)).toBeVisible()

/** Asserts that screen readers are told a sentence. */
export const expectAnnounced = (page: Page, sentence: string) =>
  expect(page.locator('#announcements')).toContainText(sentence)

/** Opens a screen and waits until it is live. */
export async function openLive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expectText(page, 'Live')
}

/** Deletes the session's cookies while no screen is open that would notice. */
export async function loseSession({ context }: SignedUp, page: Page): Promise<void> {
  await page.goto('about:blank')
  await context.clearCookies()
}

/** Waits until the open dialog has its history entry. */
export const overlayIsThere = (page: Page) =>
  expect.poll(() => page.evaluate((): number => history.state?.overlays ?? 0)).toBeGreaterThan(0)

/** The app's sentence when the server cannot be reached. */
export const unreachable = "We couldn't reach Bubblequest. Check the connection and try again."

export const toast = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')

/**
 * Delays the response to a call until the returned function is called, so that the page can be checked meanwhile. The
 * server gets the call only then too, or at once when `isServed` is set.
 */
export async function delayResponse(page: Page, url: string, { isServed = false } = {}) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await intercept(page, url, async (route) => {
    const response = isServed ? await route.fetch() : undefined
    await promise
    await (response === undefined ? route.continue() : route.fulfill({ response }))
  })
  return release
}

/** Presses "Try again" until that helps. On a busy machine a page that has lost its line tries again by itself, too. */
export const tryAgainUntil = (page: Page, loaded: Locator) =>
  expect(async () => {
    const button = page.getByRole('button', { name: 'Try again' })
    if (await button.isVisible()) await button.click({ timeout: 1000 })
    await expect(loaded).toBeVisible({ timeout: 1000 })
  }).toPass()

/** Opens the dialog of a new quest. */
export async function newQuest(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Create Quest' }).click()
  return page.getByRole('dialog', { name: 'Create a Quest' })
}

/** Creates a quest with that title in the dialog, assigned to that member too. */
/** Opens what a quest's dialog has besides. */
export const openMore = (dialog: Locator) => dialog.getByRole('button', { name: 'More', exact: true }).click()

export async function createQuest(page: Page, title: string, assignee?: string): Promise<void> {
  const dialog = await newQuest(page)
  await dialog.getByLabel('Title').fill(title)
  if (assignee !== undefined) await dialog.getByRole('checkbox', { name: assignee }).check()
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await expect(dialog).toBeHidden()
  await overlaysAreGone(page)
}

/** Opens the dialog of the quest by a press on its card. */
export async function editQuest(page: Page, title: string): Promise<Locator> {
  await card(page, title).getByRole('button', { name: title, exact: true }).click()
  return page.getByRole('dialog', { name: 'Edit Quest' })
}

/** Chooses an item of a card's menu. */
export async function chooseMenuItem(page: Page, quest: Locator, item: string): Promise<void> {
  await quest.getByRole('button', { name: /^More for/ }).click()
  const named = (name: string) => page.getByRole('menuitem', { name, exact: true })
  await named(item)
    .or(named(`Move to ${item}`))
    .click()
}

export const confirmDeletion = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
