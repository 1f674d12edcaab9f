import type { Page } from '@playwright/test'
import { addMember, membersOf, expectText } from '../actions.ts'
import { expect, test } from '../family.ts'
import { failNext, intercept, interceptState } from '../intercept.ts'
import { dialogOf, edit, member, openMembers } from '../members.ts'
import { asTakenByPhone, chooseFile, drawn, storedPicture, pictureDialog, pictureIn, use } from './pictures.ts'

/** Gives the member of the open dialog a picture, which waits for Save. */
async function choosePicture(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Upload Picture' }).click()
  await chooseFile(page, { name, mimeType, buffer })
  await use(page)
  await expect(pictureDialog(page)).toBeHidden()
  await expect(dialogOf(page).getByRole('button', { name: 'Upload Picture' })).toBeFocused()
}

test('Mia gets a PNG as her avatar and Ben, who is new, a WebP; both wait for Save, and every screen shows them', async ({
  family,
  page,
  kitchen,
}) => {
  await addMember(family, 'Mia')
  await openMembers(kitchen, page)
  const dialog = await edit(page, 'Mia')
  await choosePicture(page, 'mia.png', 'image/png', await drawn(page, 'image/png', 200, 300))
  await expect(dialog.locator('img')).toBeVisible()
  expect(await membersOf(family)).toMatchObject([{}, { avatarSeed: 'default' }])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'Avatar uploaded successfully')
  await expect(dialog).toBeHidden()
  for (const screen of [page, kitchen]) await expect(pictureIn(member(screen, 'Mia'))).toBeVisible()
  const avatar = String((await membersOf(family))[1]?.['avatarSeed'])
  expect(await storedPicture(page, avatar)).toMatchObject({ type: 'image/webp', width: 200, height: 200 })

  await page.getByRole('button', { name: 'Add Family Member' }).click()
  await choosePicture(page, 'ben.webp', 'image/webp', await drawn(page, 'image/webp', 700, 700))
  await dialogOf(page).getByLabel('Name').fill('Ben')
  // A picture that cannot be named is kept for another try, and its member is there all the same.
  await failNext(page, '**/api/family-members/*/avatar')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expectText(dialog, "Saved, but the photo didn't upload: Failed to upload avatar")
  await expect(dialog.locator('img')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'Avatar uploaded successfully')
  await expect(pictureIn(member(kitchen, 'Ben'))).toBeVisible()
  expect(await membersOf(family)).toHaveLength(3)
})

test('a picture that does not load leaves the drawn face, and is not asked for again however often it would be shown', async ({
  family,
  page,
}) => {
  await addMember(family, 'Mia')
  const asked: string[] = []
  await interceptState(page, ({ members }) => ({
    members: (members as { displayName: string }[]).map((known) =>
      known.displayName === 'Mia' ? { ...known, avatarSeed: '/objects/gone/gone' } : known,
    ),
  }))
  await intercept(page, '**/objects/gone/gone', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ status: 404, body: '' })
  })
  await openMembers(page)
  await expect(member(page, 'Mia').locator('[data-face]')).toBeVisible()
  await expect(page.locator('img[src="/objects/gone/gone"]')).toHaveCount(0)
  // By as many as stood there at once.
  const first = asked.length
  await expect(await edit(page, 'Mia')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await page.getByRole('tab', { name: 'Learning' }).click()
  await page.getByRole('tab', { name: 'Members' }).click()
  await expect(member(page, 'Mia').locator('[data-face]')).toBeVisible()
  expect(asked).toHaveLength(first)
})

test('under a picture that is still coming stands a face, and the old picture until the new one is there', async ({
  family,
  page,
  kitchen,
}) => {
  await addMember(family, 'Mia')
  await openMembers(kitchen, page)
  // On both: pages of one context share their pictures, and a late one would show what the other has already.
  let gate = Promise.withResolvers<void>()
  for (const each of [page, kitchen])
    await intercept(each, /\/objects\/[\w-]+\/[\w-]+$/, (route) => gate.promise.then(() => route.continue()))
  const release = () => {
    gate.resolve()
    gate = Promise.withResolvers()
  }
  const shown = member(kitchen, 'Mia').locator('img')
  const give = async (picture: Buffer) => {
    const dialog = await edit(page, 'Mia')
    await choosePicture(page, 'mia.jpg', 'image/jpeg', picture)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(shown).toHaveAttribute('src', String((await membersOf(family))[1]?.['avatarSeed']))
  }
  const width = () => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await give(await drawn(page, 'image/jpeg'))
  await expect(member(kitchen, 'Mia').locator('[data-face]')).toBeVisible()
  expect(await width()).toBe(0)
  release()
  await expect.poll(width).toBe(512)

  const look = () => shown.screenshot({ animations: 'disabled' })
  const seen = await look()
  await give(asTakenByPhone(await drawn(page, 'image/jpeg')))
  // The picture on the screen is unchanged.
  expect(await look()).toEqual(seen)
  release()
  await expect.poll(look).not.toEqual(seen)
})
