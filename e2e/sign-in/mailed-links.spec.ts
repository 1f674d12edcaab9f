import { test } from './confirming-server.ts'
import { expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { expectText, fillInSignIn, finishLater, signUpOnPage, toast } from '../actions.ts'
import { expect, firstPage, newCredentials, signIn } from '../family.ts'
import {
  arrive,
  board,
  chosenPassword,
  claimAccount,
  confirmedPerson,
  expectNothingKept,
  heading,
  newest,
  supabaseLink,
  watchAddresses,
  whoIsSignedIn,
} from './mailed-links.ts'

// One server for all of them, so they share one worker.
test.describe.configure({ mode: 'default' })
test.use({ freshContext: true })

test('Anna confirms her address by a mail, chooses her password there, and everything that waited for it goes on', async ({
  page,
  context,
  confirming,
  openContext,
}) => {
  const anna = newCredentials()
  await signUpOnPage(page, anna)
  await expect(heading(page)).toHaveText('Check your mail')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByText(`We wrote to ${anna.email}.`)).toBeVisible()
  await confirming.ageMails(anna.email)
  expect((await context.request.post('/api/auth/resend', { data: { email: anna.email } })).status()).toBe(202)

  const [mail, older] = await confirming.mailsTo(anna.email)
  const link = mail?.link ?? ''
  const tab = await context.newPage()
  await tab.goto(older?.link ?? '')
  await expect(heading(tab)).toHaveText('We sent you a newer mail')
  const phone = await openContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const sent = watchAddresses(phone)
  const small = await firstPage(phone)
  await small.goto(link)
  await expect(heading(small)).toBeFocused()
  const laptop = await context.newPage()
  await laptop.goto(link)
  await arrive(laptop, anna)

  // Both tabs that wait go on by themselves; the phone learns that the link is used.
  for (const waiting of [page, tab]) await expect(board(waiting)).toBeVisible()
  await claimAccount(small, anna)
  await expect(heading(small)).toHaveText('Your address is confirmed')
  if (mail) await expectNothingKept(small, sent(), mail)
  await small.getByRole('link', { name: 'Sign in' }).click()
  await expect(small.getByLabel('Email')).toHaveValue(anna.email)
  // The password of the sign-up, which anybody could have chosen, opens nothing.
  await fillInSignIn(small, anna)
  await expect(toast(small)).toContainText('Invalid email or password')
  await fillInSignIn(small, { email: anna.email, password: chosenPassword })
  await expect(board(small)).toBeVisible()
})

test('a link on a browser with another session replaces nobody unseen, and the board in another tab is left', async ({
  page,
  context,
  confirming,
}) => {
  const [bea, person] = [
    await confirmedPerson(context, confirming, 'Sommer'),
    await confirmedPerson(context, confirming),
  ]
  const askForLink = async () => {
    await confirming.ageMails(person.email)
    expect((await context.request.post('/api/auth/recover', { data: { email: person.email } })).status()).toBe(202)
    return newest(confirming, person.email)
  }
  await signIn(context, bea)
  await page.goto('/settings')
  await expect(page.getByText('Sommer Family').first()).toBeVisible()
  const tab = await context.newPage()
  await tab.goto((await askForLink()).link)
  await expect(tab.getByText(`${bea.email} is signed in on this browser.`)).toBeVisible()
  await tab.getByRole('link', { name: 'Leave it as it is' }).click()
  await expect(board(tab)).toBeVisible()
  expect(await whoIsSignedIn(context)).toBe(bea.email)

  // A link of Supabase's own template ends with a session in the address.
  const mail = await askForLink()
  const sent = watchAddresses(context)
  await tab.goto(supabaseLink(mail, confirming))
  await expect(tab.getByText(`${bea.email} is signed in on this browser.`)).toBeVisible()
  expect(await whoIsSignedIn(context)).toBe(bea.email)
  await tab.getByLabel('New password').fill(chosenPassword)
  await tab.getByRole('button', { name: 'Update password' }).click()
  await expect(board(tab)).toBeVisible()
  await expectNothingKept(tab, sent(), mail)
  await expect(board(page)).toBeVisible()
  await expect(page.getByText('Sommer Family')).toHaveCount(0)
})

test('a scanner of mails that opens it first keeps nobody out, even where its visit uses the link up', async ({
  page,
  context,
  confirming,
  openContext,
}) => {
  const person = newCredentials()
  expect((await context.request.post('/api/auth/signup', { data: person })).status()).toBe(202)
  const mail = await newest(confirming, person.email)
  const scanner = await openContext()
  const scan = await firstPage(scanner)
  await scan.goto(mail.link)
  await expect(heading(scan)).toHaveText('Confirm your email address')
  await page.goto(mail.link)
  await expect(heading(page)).toHaveText('Confirm your email address')
  await scanner.request.get(supabaseLink(mail, confirming))
  const sent = watchAddresses(context)
  await page.goto(supabaseLink(mail, confirming))
  await expect(heading(page)).toHaveText('This link no longer works')
  await expectNothingKept(page, sent(), mail)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send me a new link' }).click()
  await expect(heading(page)).toHaveText('Check your mail')
  await page.goto((await newest(confirming, person.email)).link)
  await arrive(page, person)
})

test('an invited parent says name and password, and stands before a board; a sign-in before confirming says what is missing', async ({
  page,
  confirming,
}) => {
  const { email } = newCredentials()
  await confirming.invite(email)
  await page.goto((await newest(confirming, email)).link)
  await expect(heading(page)).toHaveText('Welcome to Bubblequest')
  await expectAccessibleAndFitsEverywhere(page)
  await page.getByLabel('Last name').fill('Berg')
  await page.getByLabel('Choose a password').fill('iloveyou')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('First name is required')
  await page.getByLabel('First name').fill('Anna')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Choose a password')).toHaveAccessibleDescription(/^Very many people have this password/)
  // The link is used up; its page goes on without it.
  await page.reload()
  await expect(heading(page)).toHaveText('Welcome to Bubblequest')
  await page.getByLabel('First name').fill('Anna')
  await page.getByLabel('Last name').fill('Berg')
  await page.getByLabel('Choose a password').fill(chosenPassword)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(toast(page)).toContainText('Your password is set')
  await finishLater(page)
  await expect(board(page)).toBeVisible()

  await page.goto('about:blank')
  await page.context().clearCookies()
  const anna = newCredentials()
  await page.context().request.post('/api/auth/signup', { data: anna })
  await page.goto('/login')
  await fillInSignIn(page, anna)
  await expect(heading(page)).toHaveText('Check your mail')
  await expectText(page, anna.email)
  await confirming.ageMails(anna.email)
  await page.getByRole('button', { name: 'Send me a mail' }).click()
  await expect.poll(async () => (await confirming.mailsTo(anna.email)).length).toBe(2)
})
