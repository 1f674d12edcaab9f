import type { Page } from '@playwright/test'
import { Language } from '#domain/contract/language.ts'
import { expect, firstPage, newCredentials, test } from '../family.ts'
import { intercept } from '../intercept.ts'

const toast = (page: Page) => page.getByRole('region', { name: 'Mitteilungen (F8)' }).getByRole('listitem')
const root = (page: Page) => page.locator('html')

test('a German browser greets a family, refuses it and names its columns in German; another language is chosen before anybody has signed in', async ({
  openContext,
}) => {
  const page = await firstPage(await openContext({ locale: 'de-DE' }))
  await page.goto('/')
  await expect(root(page)).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Aus Aufgaben in der Familie werden zauberhafte Abenteuer',
  )
  await page.getByRole('banner').getByRole('link', { name: 'Anmelden' }).click()
  await expect(page).toHaveTitle('Anmelden · Bubblequest')

  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByLabel('E-Mail')).toHaveAccessibleDescription('Die E-Mail-Adresse fehlt')
  await page.getByLabel('E-Mail').fill(newCredentials().email)
  await page.getByLabel('Passwort', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(toast(page)).toContainText('Die Anmeldung hat nicht geklappt')
  await expect(toast(page)).toContainText('E-Mail oder Passwort stimmt nicht')

  await page.getByRole('link', { name: 'Konto anlegen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leg dein Konto an')
  const anna = newCredentials()
  for (const [label, answer] of [
    ['Vorname', anna.firstName],
    ['Nachname', anna.lastName],
    ['E-Mail', anna.email],
    ['Passwort', anna.password],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(answer)
  await page.getByRole('button', { name: 'Konto anlegen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wer gehört zu deiner Familie?')
  await page.getByRole('link', { name: 'Später weitermachen' }).click()
  await expect(page.getByRole('banner').getByText('Familie Berg')).toBeVisible()
  await page.getByRole('tab', { name: 'Quest-Tafel' }).click()
  for (const title of ['Ideen', 'Zu tun', 'In Arbeit', 'Erledigt'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()

  // A language that does not arrive leaves the page in English, not empty.
  const visitor = await firstPage(await openContext({ locale: 'de-DE' }))
  const german = /\/assets\/de-[^/]*\.js$/
  await intercept(visitor, german, (route) => route.abort())
  await visitor.goto('/login')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
  await visitor.unroute(german)
  await visitor.reload()
  await expect(visitor.getByRole('button', { name: 'Anmelden' })).toBeVisible()
  await visitor.getByRole('radio', { name: 'English' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
  await expect(root(visitor)).toHaveAttribute('lang', 'en')
  const asked: string[] = []
  visitor.on('request', (request) => asked.push(request.url()))
  await visitor.goto('/signup')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Create your account')
  expect(asked.filter((url) => /\/assets\/(de|es)-/.test(url))).toEqual([])
  await visitor.goto('/')
  await visitor.getByRole('contentinfo').getByRole('radio', { name: 'Deutsch' }).click()
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'Anmelden' })).toBeVisible()
})

test('Anna chooses Spanish in the settings: this device speaks it at once and later, and another one does not', async ({
  family,
  page,
  openContext,
}) => {
  await page.goto('/settings')
  const choice = page.getByRole('radiogroup', { name: 'Language' })
  await expect(root(page)).toHaveAttribute('lang', 'en')
  await expect(choice.getByRole('radio', { name: 'English' })).toBeChecked()
  await expect(choice.getByRole('radio')).toHaveCount(Language.options.length)
  await choice.getByRole('radio', { name: 'Español' }).click()
  await expect(page.getByRole('region', { name: 'Este dispositivo' })).toBeVisible()
  await expect(page).toHaveTitle('Ajustes · Bubblequest')
  await expect(root(page)).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('radiogroup', { name: 'Idioma' }).getByRole('radio', { name: 'Español' })).toBeChecked()

  const profile = page.getByRole('region', { name: 'Tu perfil' })
  await profile.getByLabel('Nombre').fill('')
  await profile.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(profile.getByText('Falta el nombre')).toBeVisible()

  const later = await family.context.newPage()
  await later.goto('/settings')
  await expect(later.getByRole('heading', { name: 'Cambiar la contraseña' })).toBeVisible()

  const tablet = await openContext({ locale: 'en-GB' })
  await tablet.addCookies(await family.context.cookies())
  const other = await firstPage(tablet)
  await other.goto('/settings')
  await expect(other.getByRole('heading', { name: 'Change Password' })).toBeVisible()
})
