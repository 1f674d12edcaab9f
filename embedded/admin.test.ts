import assert from 'node:assert/strict'
import { administer } from './admin.ts'
import { Problem } from './problem.ts'
import { Device } from '../testing/device.ts'
import { face, familyOn, password } from '../testing/family.ts'
import { closeStack, openStack } from '../testing/stack.ts'

Deno.test('An operator makes an admin and deletes an account, on the running product and while it stands still', async () => {
  const stack = await openStack()
  const order = (what: string, whom: string) => administer(stack.folder, what, whom)
  try {
    const family = await familyOn(stack.url)
    const { parent, email, familyId } = family
    const asTyped = email.toUpperCase()
    await parent.refused('adminStats', {}, 'not_admin')
    assert.equal(await order('grant', asTyped), `${asTyped} is an admin now.`)
    assert.equal((await parent.call('currentUser', {})).role, 'admin')
    assert.deepEqual(await parent.call('adminStats', {}), { totalUsers: 1, totalFamilies: 1 })
    await assert.rejects(order('grant', 'nobody@family.example'), Problem)
    await assert.rejects(order('crown', email), Problem)

    const other = await familyOn(stack.url)
    const picture = await face(parent, (await family.addMember('Mia')).id)
    const gone = `${asTyped} is deleted, and with it “Berg Family”, to which no other account belonged.`
    assert.equal(await order('delete', asTyped), gone)
    await parent.refused('members', { familyId }, 'not_found')
    await new Device(stack.url).refused('login', {}, 'invalid_credentials', { email, password })
    assert.equal((await stack.sql`select from public.families where id = ${familyId}`).count, 0)
    await stack.sql`update private.cleanup set due_at = now()`
    await new Device(stack.url).call('cleanUp', {})
    assert.equal((await stack.sql`select from storage.objects where ${picture} like '%' || name`).count, 0)
    await assert.rejects(order('delete', email), /Nobody signed up/)

    await stack.sql.end()
    await stack.stop()
    assert.equal(await order('revoke', other.email), `${other.email} is not an admin any more.`)
    await assert.rejects(administer(`${stack.folder}/nothing`, 'grant', email), /no Bubblequest/)
  } finally {
    await closeStack(stack)
  }
})
