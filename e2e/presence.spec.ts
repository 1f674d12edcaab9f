import { addMember, expectText } from './actions.ts'
import { openBoard } from './board.ts'
import { expect, newCredentials, signUp, test } from './family.ts'
import { expectAccessible, expectToFit } from './accessibility.ts'
import { socketSwitch } from './socket-switch.ts'
import { openBubble, hereNow } from './kid/tablet.ts'
import { joinAs } from './realtime-client.ts'

test('Mia sees who is here: each once, on however many devices, and nobody who has gone', async ({
  family,
  page,
  mia,
  openDevice,
}) => {
  await addMember(family, 'Ben', { role: 'parent' })
  await openBubble(mia)
  await hereNow(mia.page, 'Mia')

  await openBoard(page)
  await hereNow(mia.page, 'Anna, Mia')
  // A device of its own: the tabs of one browser act as the same member.
  const second = await openDevice()
  await openBoard(second)
  // The device switches to another member: Anna stays online on the other one until it closes.
  await page.getByRole('button', { name: /, switch profile$/ }).click()
  await page.getByRole('menuitemradio', { name: 'Ben' }).click()
  await hereNow(mia.page, 'Anna, Mia, Ben')
  await second.close()
  await hereNow(mia.page, 'Mia, Ben')
  await page.close()
  await hereNow(mia.page, 'Mia')
})

test('five are four faces and one more; while the line is cut nobody is said to be here', async ({
  family,
  baseURL,
  mia,
}) => {
  const line = await socketSwitch(mia.page)
  const others = []
  for (const name of ['Ben', 'Theo', 'Ella', 'Zoe']) {
    const { id } = await addMember(family, name)
    const { client, channel } = await joinAs(family.context, baseURL)
    others.push(client)
    expect(await channel.track({ memberId: id })).toBe('ok')
  }
  await openBubble(mia)
  const shown = mia.page.getByText(/^Here now: /).locator('..')
  await expect(shown).toContainText('+1')
  await expect(shown.locator('[data-face]')).toHaveCount(4)
  await expectAccessible(mia.page)
  await mia.page.setViewportSize({ width: 390, height: 844 })
  await expectToFit(mia.page)

  await line.cut()
  await expect(mia.page.locator('[data-live]').getByText(/^As of /)).toBeVisible()
  await expect(mia.page.getByText(/^Here now: /)).toHaveCount(0)
  line.restore()
  await expectText(mia.page, 'Live')
  await expect(shown).toContainText('+1')
  for (const client of others) await client.disconnect()
})

test('another family neither sees who is here nor is seen', async ({ family, browser, baseURL, mia }) => {
  const { id: ben } = await addMember(family, 'Ben', { role: 'parent' })
  await openBubble(mia)
  await hereNow(mia.page, 'Mia')
  const holm = await browser.newContext({ baseURL: baseURL ?? '' })
  await signUp(holm, newCredentials('Holm'))
  const [{ id: olaf }] = await (await holm.request.get('/api/families/my')).json()

  const own = await joinAs(family.context, baseURL)
  expect(own.status).toBe('SUBSCRIBED')
  const stranger = await joinAs(holm, baseURL, own.topic)
  expect(stranger.status).toBe('CHANNEL_ERROR')
  void stranger.channel.track({ memberId: ben })
  // A later message of the family itself arrives, and only that.
  await own.channel.track({ memberId: family.memberId })
  await hereNow(mia.page, 'Anna, Mia')
  expect(stranger.channel.presenceState()).toEqual({})
  await own.channel.untrack()
  await hereNow(mia.page, 'Mia')
  await own.channel.track({ memberId: ben })
  await hereNow(mia.page, 'Mia, Ben')
  // A removed member is not shown as online, nor is an unknown id.
  expect((await family.context.request.delete(`/api/family-members/${ben}`)).ok()).toBe(true)
  await hereNow(mia.page, 'Mia')
  await own.channel.track({ memberId: olaf })
  await own.channel.track({ memberId: family.memberId })
  await hereNow(mia.page, 'Anna, Mia')
  for (const { client } of [own, stranger]) await client.disconnect()
  await hereNow(mia.page, 'Mia')
  await holm.close()
})
