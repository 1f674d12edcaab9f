import { expect, test } from '../family.ts'
import { intercept } from '../intercept.ts'
import { expectAccessible } from '../accessibility.ts'

test('below a folder of another website the page says, in three languages, that it needs an address of its own', async ({
  openContext,
}) => {
  const page = await (await openContext({}, { mayErr: true })).newPage()
  // As a proxy does that leads a folder here: all other addresses are of the website.
  await intercept(page, '**/*', async (route) => {
    const { origin, pathname } = new URL(route.request().url())
    if (!pathname.startsWith('/quests/')) return route.fulfill({ status: 404, body: 'Not found' })
    return route.fulfill({ response: await route.fetch({ url: `${origin}${pathname.slice('/quests'.length)}` }) })
  })
  await page.goto('/quests/')
  for (const sentence of [
    'it needs an address of its own, such as quests.example.com, and not a folder like example.com/quests',
    'Es braucht eine eigene Adresse, etwa quests.example.com, und keinen Ordner wie example.com/quests',
    'necesita una dirección propia, como quests.example.com, y no una carpeta como example.com/quests',
  ]) {
    await expect(page.getByText(sentence)).toBeInViewport()
  }
  await expect(page.getByText('This browser is too old')).toBeHidden()
  await expectAccessible(page)
})
