import { expect, test } from './family.ts'
import { failNext } from './intercept.ts'
import { expectGoodLooks, expectGoodLooksEverywhere } from './looks.ts'
import { edit, openMembers } from './members.ts'
import { choose, drawn, holdUploads, notOurs, openProfilePicture, pictureDialog, pictureIn, profile, use } from './pictures.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('choosing, cropping and sending a picture look right, and so does a member with one', async ({ family: _family, page }) => {
  const title = 'the whole family on the beach in the summer of the year in which it never stopped raining'
  await openProfilePicture(page)
  await expectGoodLooksEverywhere(page)
  await choose(page, { name: `${title}.png`, mimeType: 'image/png', buffer: Buffer.from('text') })
  await expect(pictureDialog(page).getByRole('alert')).toHaveText(notOurs)
  await expectGoodLooks(page)
  await choose(page, { name: `${title}.png`, mimeType: 'image/png', buffer: await drawn(page, 'image/png') })
  await expect(pictureDialog(page).getByRole('slider', { name: 'Zoom' })).toBeVisible()
  await expectGoodLooksEverywhere(page)
  const letGo = await holdUploads(page)
  await use(page)
  await expect(pictureDialog(page).getByRole('button', { name: 'Pause' })).toBeVisible()
  await expectGoodLooksEverywhere(page)
  for (const button of await pictureDialog(page).getByRole('button').all()) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
  await failNext(page, '**/api/user/profile-image')
  await letGo()
  await expect(pictureDialog(page).getByRole('button', { name: 'Retry upload' })).toBeVisible()
  await expectGoodLooks(page)
  await pictureDialog(page).getByRole('button', { name: 'Retry upload' }).click()
  await expect(pictureIn(profile(page))).toBeVisible()
  await expectGoodLooks(page)
  await openMembers(page)
  await edit(page, 'Anna')
  await expect(page.getByText('The profile picture of their account is shown before this one.')).toBeVisible()
  await expectGoodLooksEverywhere(page)
})
