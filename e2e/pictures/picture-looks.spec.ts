import { expect, test } from '../family.ts'
import { expectText } from '../actions.ts'
import { failNext } from '../intercept.ts'
import { expectAccessibleAndFits, expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { edit, openMembers } from '../members.ts'
import {
  chooseFile,
  drawn,
  holdUploads,
  notOurs,
  openProfilePicture,
  pictureDialog,
  pictureIn,
  profile,
  use,
} from './pictures.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('choosing, cropping and sending a picture look right, and so does a member with one', async ({
  family: _family,
  page,
}) => {
  const title = 'the whole family on the beach in the summer of the year in which it never stopped raining'
  await openProfilePicture(page)
  await expectAccessibleAndFitsEverywhere(page)
  await chooseFile(page, { name: `${title}.png`, mimeType: 'image/png', buffer: Buffer.from('text') })
  await expectText(pictureDialog(page), notOurs)
  await expectAccessibleAndFits(page)
  await chooseFile(page, { name: `${title}.png`, mimeType: 'image/png', buffer: await drawn(page, 'image/png') })
  await expect(pictureDialog(page).getByRole('slider', { name: 'Zoom' })).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
  const release = await holdUploads(page)
  await use(page)
  await expect(pictureDialog(page).getByRole('button', { name: 'Pause' })).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
  for (const button of await pictureDialog(page).getByRole('button').all()) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
  await failNext(page, '**/api/user/profile-image')
  await release()
  await expect(pictureDialog(page).getByRole('button', { name: 'Retry upload' })).toBeVisible()
  await expectAccessibleAndFits(page)
  await pictureDialog(page).getByRole('button', { name: 'Retry upload' }).click()
  await expect(pictureIn(profile(page))).toBeVisible()
  await expectAccessibleAndFits(page)
  await openMembers(page)
  await edit(page, 'Anna')
  await expect(page.getByText('Their account photo is shown instead.')).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
})
