import { expectAccessible, expectToFit } from '../accessibility.ts'
import { addMember, expectText, remove } from '../actions.ts'
import { openBoard } from '../board.ts'
import { expect, test } from '../family.ts'
import { hereNow, nobodyHere, openBubble } from '../kid/tablet.ts'
import { joinAs } from '../realtime-client.ts'
import { socketSwitch } from '../socket-switch.ts'

test('Mia sees who else is here, once, and nobody who has gone', async ({ family, page, baseURL, mia, openDevice }) => {
  const line = await socketSwitch(mia.page)
  await addMember(family, 'Ben', { role: 'parent' })
  await openBubble(mia)

  await openBoard(page)
  await hereNow(mia.page, 'Anna')
  // A device of its own: the tabs of one browser act as the same member.
  const second = await openDevice()
  await openBoard(second)
  // The device switches to another member: Anna stays online on the other one until it closes.
  await page.getByRole('button', { name: /, switch profile$/ }).click()
  await page.getByRole('menuitemradio', { name: 'Ben' }).click()
  await hereNow(mia.page, 'Anna, Ben')
  await second.close()
  await hereNow(mia.page, 'Ben')

  // Five are four faces and one more.
  const others = []
  const ids: string[] = []
  for (const name of ['Theo', 'Ella', 'Zoe', 'Ida']) {
    ids.push((await addMember(family, name)).id)
    const { client, channel } = await joinAs(family.context, baseURL)
    others.push(client)
    expect(await channel.track({ memberId: ids.at(-1) })).toBe('ok')
  }
  const shown = mia.page.getByText(/^Here now: /).locator('..')
  await expect(shown).toContainText('+1')
  await expect(shown.locator('[data-face]')).toHaveCount(4)
  await expectAccessible(mia.page)
  await mia.page.setViewportSize({ width: 390, height: 844 })
  await expectToFit(mia.page)

  await line.cut()
  await expect(mia.page.locator('[data-live]').getByText(/^As of /)).toBeVisible()
  await nobodyHere(mia.page)
  line.restore()
  await expectText(mia.page, 'Live')
  await hereNow(mia.page, 'Ben, Theo, Ella, Zoe, Ida')
  // A removed member is not shown, whatever a device says.
  await remove(family, `/api/family-members/${ids[1]}`)
  await hereNow(mia.page, 'Ben, Theo, Zoe, Ida')
  for (const client of others) await client.disconnect()
  await hereNow(mia.page, 'Ben')
})
