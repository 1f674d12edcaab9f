import type { Page } from '@playwright/test'
import { Language } from '#domain/contract/language.ts'
import { boxOf } from './board.ts'
import { expect, firstPage, newCredentials, test } from './family.ts'
import { failNext, intercept } from './intercept.ts'

const toast = (page: Page) => page.getByRole('region', { name: 'Mitteilungen (F8)' }).getByRole('listitem')
const root = (page: Page) => page.locator('html')

test('an English browser sees English, and asks for no other language', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transform family tasks into magical adventures')
  await expect(root(page)).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked()
  expect(asked.filter((url) => /\/assets\/(de|es)-/.test(url))).toEqual([])
})

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' })

  test('a family is greeted and refused in German, and a new one finds its name and its columns in German', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(root(page)).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Aus Aufgaben in der Familie werden zauberhafte Abenteuer',
    )
    await page.getByRole('banner').getByRole('link', { name: 'Anmelden' }).click()
    await expect(page).toHaveTitle('Anmelden · Bubblequest')

    await page.getByRole('button', { name: 'Anmelden' }).click()
    await expect(page.getByLabel('E-Mail')).toHaveAccessibleDescription('Die E-Mail-Adresse fehlt')
    await expect(page.getByLabel('Passwort', { exact: true })).toHaveAccessibleDescription('Das Passwort fehlt')
    await page.getByLabel('E-Mail').fill(newCredentials().email)
    await page.getByLabel('Passwort', { exact: true }).fill('not-the-password')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await expect(toast(page)).toContainText('Die Anmeldung hat nicht geklappt')
    await expect(toast(page)).toContainText('E-Mail oder Passwort stimmt nicht')

    await page.getByRole('link', { name: 'Konto anlegen' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leg dein Konto an')
    await page.getByLabel('Passwort', { exact: true }).fill('kurz')
    await page.getByRole('button', { name: 'Konto anlegen' }).click()
    await expect(page.getByLabel('Passwort', { exact: true })).toHaveAccessibleDescription(
      'Zu kurz: Es müssen mindestens 8 Zeichen sein',
    )

    const { firstName, lastName, email, password } = newCredentials()
    await page.getByLabel('Vorname').fill(firstName)
    await page.getByLabel('Nachname').fill(lastName)
    await page.getByLabel('E-Mail').fill(email)
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Konto anlegen' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wer gehört zu deiner Familie?')
    await page.getByRole('link', { name: 'Später weitermachen' }).click()
    await expect(page.getByRole('banner').getByText('Familie Berg')).toBeVisible()
    await page.getByRole('tab', { name: 'Quest-Tafel' }).click()
    for (const title of ['Ideen', 'Zu tun', 'In Arbeit', 'Erledigt'])
      await expect(page.getByRole('heading', { name: title })).toBeVisible()

    const notEmpty = {
      code: 'column_not_empty',
      params: { quests: 2 },
      message: 'This column contains 2 quest(s). Please move or delete them first.',
    }
    await failNext(page, '**/api/quest-columns/*', { status: 409, json: notEmpty })
    await page.getByRole('button', { name: 'Spalte Ideen löschen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen', exact: true }).click()
    await expect(toast(page).filter({ hasText: 'Die Spalte ist nicht leer' })).toContainText(
      'In dieser Spalte liegen noch Quests (2).',
    )
  })

  test('another language is chosen before anybody has signed in, and stays chosen', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('radio', { name: 'English' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
    await expect(root(page)).toHaveAttribute('lang', 'en')
    await page.goto('/signup')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your account')
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('radio', { name: 'Deutsch' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Anmelden' })).toBeVisible()
  })

  test('a language that does not arrive leaves the page in English, not empty', async ({ page }) => {
    await intercept(page, /\/assets\/de-[^/]*\.js$/, (route) => route.abort())
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required')
  })
})

test('Anna chooses Spanish in the settings: this device speaks it at once and later, and another one does not', async ({
  family,
  page,
  openContext,
}) => {
  await page.goto('/settings')
  const choice = page.getByRole('radiogroup', { name: 'Language' })
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
  await later.setViewportSize({ width: 390, height: 844 })
  for (const [path, heading, button] of [
    ['/parent', 'Centro de mando', 'Nueva misión'],
    ['/rewards-store', 'Gestionar recompensas', 'Añadir recompensa'],
  ] as const) {
    await later.goto(path)
    const [beside, icon] = [later.getByRole('heading', { name: heading }), later.getByRole('button', { name: button })]
    await expect(icon).toHaveCSS('width', '44px')
    expect((await boxOf(icon)).y).toBeLessThan((await boxOf(beside)).y + (await boxOf(beside)).height)
  }

  const tablet = await openContext({ locale: 'en-GB' })
  await tablet.addCookies(await family.context.cookies())
  const other = await firstPage(tablet)
  await other.goto('/settings')
  await expect(other.getByRole('heading', { name: 'Change Password' })).toBeVisible()
})
