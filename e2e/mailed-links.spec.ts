import { test } from './confirming-server.ts'
import { expectText, signUpOnPage } from './actions.ts'
import { expect, firstPage, newCredentials, signIn } from './family.ts'
import { expectAccessibleAndFits } from './accessibility.ts'
import {
  heading,
  yes,
  board,
  nextPassword,
  confirmedPerson,
  tokenOf,
  mailed,
  oneMore,
  newest,
  linkIn,
  arrive,
  choosePassword,
  expectToLookGood,
  signInBy,
  whoIsSignedIn,
  watchSecrets,
  expectNothingKept,
  askAnew,
  claimAccount,
} from './mailed-links.ts'

// One server for all of them, so they share one worker.
test.describe.configure({ mode: 'default' })
test.use({ freshContext: true })

const kinds = ['sign-up', 'recovery'] as const

const credentialsOf = ({ email, password }: ReturnType<typeof newCredentials>) => ({ email, password })

/** Each mail by our templates and by those of Supabase, whose links the first visit spends. */
const mails = kinds.flatMap((kind) => (['ours', "Supabase's"] as const).map((template) => ({ kind, template })))

for (const { kind, template } of mails) {
  const isOurs = template === 'ours'

  test.describe(`${kind}, template ${template}:`, () => {
    test('the first time the link leads to the board', async ({ page, context, confirming, openContext }) => {
      const person = kind === 'sign-up' ? newCredentials() : await confirmedPerson(context, confirming)
      if (kind === 'sign-up') {
        await signUpOnPage(page, person)
        await expect(heading(page)).toHaveText('Check your mail')
      } else {
        await page.goto('/forgot-password')
        await page.getByLabel('Email address').fill(person.email)
        await page.getByRole('button', { name: 'Send reset password instructions' }).click()
        await expectText(page, 'Check your email for the password reset link')
      }
      // Asked for on the laptop, it is followed on the phone, and the laptop signs in.
      const mail = await newest(confirming, person.email)
      const phone = await openContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
      const sent = watchSecrets(phone)
      const small = await firstPage(phone)
      await small.goto(linkIn(mail, kind, template, confirming))
      await expect(small).toHaveURL(`${confirming.url}${kind === 'sign-up' ? '/confirm' : '/new-password'}`)
      await expect(kind === 'sign-up' ? yes(small) : small.getByLabel('New password')).toBeVisible()
      expect(await whoIsSignedIn(phone)).toBeNull()
      await expectToLookGood(small, kind)
      await arrive(small, kind, person)
      expect(await whoIsSignedIn(phone)).toBe(person.email)
      await expectNothingKept(small, sent(), mail)
      expect(await whoIsSignedIn(context)).toBeNull()
      // The password of the sign-up, which anybody could have chosen, opens nothing.
      expect((await context.request.post('/api/auth/login', { data: credentialsOf(person) })).status()).toBe(401)
      await signInBy(page, kind === 'sign-up' ? 'Go to sign in' : 'Sign in', person, nextPassword, kind === 'sign-up')
    })

    test('a link on a browser with another session replaces nobody unseen', async ({ page, context, confirming }) => {
      const bert = await confirmedPerson(context, confirming)
      const { person, mail } = await mailed(kind, context, confirming)
      await signIn(context, bert)
      const sent = watchSecrets(context)
      await page.goto(linkIn(mail, kind, template, confirming))
      await expect(page.getByText(`${bert.email} is signed in on this browser.`)).toBeVisible()
      await expectToLookGood(page, kind)
      expect(await whoIsSignedIn(context)).toBe(bert.email)
      if (isOurs) {
        await page.getByRole('link', { name: 'Leave it as it is' }).click()
        await expect(board(page)).toBeVisible()
        expect(await whoIsSignedIn(context)).toBe(bert.email)
        await page.goto(mail.link)
      }
      await arrive(page, kind, person)
      expect(await whoIsSignedIn(context)).toBe(person.email)
      await expectNothingKept(page, sent(), mail)
    })

    test('a scanner of mails that opens it first keeps nobody out', async ({
      page,
      context,
      confirming,
      openContext,
    }) => {
      const { person, mail } = await mailed(kind, context, confirming)
      const link = linkIn(mail, kind, template, confirming)
      const scanner = await openContext()
      await scanner.request.get(link)
      const scan = await firstPage(scanner)
      await scan.goto(link)
      await expect(heading(scan)).toBeVisible()

      const sent = watchSecrets(context)
      await page.goto(link)
      if (isOurs) await arrive(page, kind, person)
      else {
        await expect(heading(page)).toHaveText(
          kind === 'sign-up' ? 'This link no longer works' : 'This link is too old',
        )
        await expect(
          page.getByText(kind === 'sign-up' ? 'a newer mail was sent' : 'Only the newest link works'),
        ).toBeVisible()
        await expectAccessibleAndFits(page)
        await askAnew(page, template, confirming, person)
        await page.goto((await newest(confirming, person.email)).link)
        await arrive(page, kind, person)
      }
      await expectNothingKept(page, sent(), mail)
    })
  })
}

// Auth refuses every spent, late, older or changed link of Supabase's templates with the same code, so that the page
// shows the same.
for (const { kind, template } of mails.filter(({ kind, template }) => kind === 'sign-up' || template === 'ours')) {
  test(`${kind}, template ${template}: a late link offers a new one, which works`, async ({
    page,
    context,
    confirming,
  }) => {
    const { person, mail } = await mailed(kind, context, confirming)
    await confirming.ageMails(person.email)
    const sent = watchSecrets(context)
    await page.goto(linkIn(mail, kind, template, confirming))
    if (template === 'ours') await (kind === 'sign-up' ? claimAccount(page, person) : choosePassword(page))
    await expect(heading(page)).toHaveText(template === 'ours' ? 'This link is too old' : 'This link no longer works')
    await expectNothingKept(page, sent(), mail)
    if (kind === 'sign-up' && template === 'ours') await page.getByRole('button', { name: 'Send me a mail' }).click()
    else await askAnew(page, template, confirming, person)
    await expect(async () => expect((await newest(confirming, person.email)).link).not.toBe(mail.link)).toPass()
    await page.goto((await newest(confirming, person.email)).link)
    await arrive(page, kind, person)
    await expectNothingKept(page, sent(), mail)
  })
}

for (const kind of kinds) {
  test.describe(`${kind}, template ours:`, () => {
    test('a used link says so, and the way goes on', async ({ page, context, confirming, openContext }) => {
      const { person, mail } = await mailed(kind, context, confirming)
      await page.goto(mail.link)
      await arrive(page, kind, person)
      const phone = await openContext()
      const sent = watchSecrets(phone)
      const again = await firstPage(phone)
      await again.goto(mail.link)
      await expect(heading(again)).toHaveText(
        kind === 'recovery' ? 'This link is too old' : 'Your address is confirmed',
      )
      await expectAccessibleAndFits(again)
      if (kind === 'recovery') {
        await askAnew(again, 'ours', confirming, person)
        await again.goto((await newest(confirming, person.email)).link)
        await again.getByLabel('New password').fill('third-time-lucky')
        await again.getByRole('button', { name: 'Update password' }).click()
        await expect(board(again)).toBeVisible()
      } else {
        await signInBy(again, 'Sign in', person, nextPassword)
      }
      await expectNothingKept(again, sent(), mail)
    })

    test('a changed link opens nothing, an older one says that a newer mail was sent, and the right one works', async ({
      page,
      context,
      confirming,
    }) => {
      const { person, mail } = await mailed(kind, context, confirming)
      const token = tokenOf(mail)
      const sent = watchSecrets(context)
      for (const changed of [`${token}x`, token.slice(1), '%00', '<script>']) {
        await page.goto(mail.link.replace(token, encodeURIComponent(changed)))
        await expect(heading(page)).toHaveText(
          kind === 'recovery' ? 'This link is too old' : 'This link no longer works',
        )
        expect(await whoIsSignedIn(context)).toBeNull()
        await expectNothingKept(page, sent(), mail)
        await page.goto('about:blank')
      }
      const newer = await oneMore(kind, context, confirming, person)
      await page.goto(mail.link)
      await expect(heading(page)).toHaveText('We sent you a newer mail')
      await expectNothingKept(page, sent(), mail)
      await page.goto(newer.link)
      await arrive(page, kind, person)
      await expectNothingKept(page, sent(), newer)
    })
  })
}

test('a link that is pressed in two tabs and on the phone arrives once, and everywhere says what it is', async ({
  page,
  context,
  confirming,
  openContext,
}) => {
  const { person, mail } = await mailed('sign-up', context, confirming)
  const second = await context.newPage()
  const phone = await firstPage(await openContext())
  for (const opened of [page, second, phone]) {
    await opened.goto(mail.link)
    await expect(yes(opened)).toBeVisible()
  }
  await arrive(page, 'sign-up', person)
  for (const opened of [second, phone]) {
    await claimAccount(opened, person)
    await expect(heading(opened)).toHaveText('Your address is confirmed')
  }
  await second.getByRole('link', { name: 'Go to my board' }).click()
  await expect(board(second)).toBeVisible()
  await signInBy(phone, 'Sign in', person, nextPassword)
})

test("somebody else's board in another tab is left when a link signs in, and a used link leads nobody into it", async ({
  page,
  context,
  confirming,
}) => {
  const bea = await confirmedPerson(context, confirming, 'Sommer')
  const { person, mail } = await mailed('sign-up', context, confirming)
  await signIn(context, bea)
  await page.goto('/parent')
  await expect(page.getByText('Sommer Family')).toBeVisible()
  const tab = await context.newPage()
  await tab.goto(mail.link)
  await arrive(tab, 'sign-up', person)
  await expect(page.getByText('Berg Family')).toBeVisible()
  await expect(page.getByText('Sommer Family')).toHaveCount(0)

  await signIn(context, bea)
  await tab.goto('about:blank')
  await tab.goto(mail.link)
  await expect(heading(tab)).toHaveText('Your address is confirmed')
  await expect(tab.getByText(`${bea.email} is signed in on this browser.`)).toBeVisible()
  await expectAccessibleAndFits(tab)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await expect(tab).toHaveURL(/\/login$/)
  await expect(heading(tab)).toHaveText('Welcome back')
  expect(await whoIsSignedIn(context)).toBeNull()
})

test('a link whose marks were changed on the way is taken out of the address all the same, and works', async ({
  page,
  context,
  confirming,
}) => {
  const { person, mail } = await mailed('sign-up', context, confirming)
  const token = tokenOf(mail)
  for (const address of [
    `/confirm#token_hash%3D${token}%26type%3Dsignup`,
    `/confirm#token_hash=${token}&amp;type=signup`,
    `/confirm#?token_hash=${token}&type=signup`,
    `/#/token_hash=${token}&type=signup`,
    `/confirm?token_hash=${token}&type=signup`,
    `/confirm?from=mail#token_hash=${token}`,
  ]) {
    await page.goto('about:blank')
    await page.goto(address)
    await expect(yes(page)).toBeVisible()
    expect(page.url()).toBe(`${confirming.url}/confirm`)
  }
  await arrive(page, 'sign-up', person)
})
