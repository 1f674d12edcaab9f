import { loseSession, overlaysAreGone, setPin } from '../actions.ts'
import { expect, test } from '../family.ts'
import { expectAccessible } from '../accessibility.ts'
import { enterPin, pinDialog } from '../profiles.ts'
import { kids, openWall } from './wall.ts'

test('a wall is opened in the settings and has no frame; once a parent has a PIN, it is left by that alone: not by Back, an address or a reload, and not by its door', async ({
  family,
  page,
}) => {
  await kids(family)
  await page.goto('/settings')
  await page
    .getByRole('region', { name: 'This device', exact: true })
    .getByRole('link', { name: 'Open the wall screen' })
    .click()
  await expect(page).toHaveURL('/wall')
  await expect(page.getByRole('heading', { name: 'No quests today' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await page.getByRole('link', { name: 'Leave the wall screen' }).click()
  await expect(page).toHaveURL(`/parent/${family.memberId}`)

  await setPin(family, family.memberId, '2468')
  await openWall(page)
  const door = page.getByRole('button', { name: 'Leave the wall screen' })
  const isWall = async () => {
    await expect(page).toHaveURL(/\/wall$/)
    await expect(door).toBeVisible()
  }
  await isWall()
  await page.goBack()
  await isWall()
  for (const address of ['/parent', '/settings', '/']) {
    await page.goto(address)
    await isWall()
  }
  await door.click()
  const pin = pinDialog(page, 'Anna')
  await expectAccessible(page)
  await enterPin(page, 'Anna', '1357')
  await expect(pin.getByText('Not right. Try again!')).toBeVisible()
  await pin.getByRole('button', { name: 'Cancel' }).click()
  await overlaysAreGone(page)
  await page.reload()
  await isWall()
  await door.click()
  await enterPin(page, 'Anna', '2468')
  await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Profile Information' })).toBeVisible()
  await loseSession(family, page)
  await page.goto('/wall')
  await expect(page).toHaveURL('/login')
})
