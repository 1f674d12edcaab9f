import assert from 'node:assert/strict'
import { administer } from './admin.ts'
import { Problem } from './problem.ts'
import { Device } from '../testing/device.ts'
import { face, familyOn, password } from '../testing/family.ts'
import { closeStack, openStack } from '../testing/stack.ts'

Deno.test('An admin is made on the running product and while it stands still, and by nobody who did not sign up', async () => {
  const stack = await openStack()
  try {
    const { parent, email } = await familyOn(stack.url)
    await parent.refused('adminStats', {}, 'not_admin')
    assert.equal(
      await administer(stack.folder, 'grant', email.toUpperCase()),
      `${email.toUpperCase()} is an admin now.`,
    )
    assert.equal((await parent.call('currentUser', {})).role, 'admin')
    assert.deepEqual(await parent.call('adminStats', {}), { totalUsers: 1, totalFamilies: 1 })
    await assert.rejects(administer(stack.folder, 'grant', 'nobody@family.example'), Problem)
    await assert.rejects(administer(stack.folder, 'crown', email), Problem)
    await stack.sql.end()
    await stack.stop()
    assert.equal(await administer(stack.folder, 'revoke', email), `${email} is not an admin any more.`)
    await assert.rejects(administer(`${stack.folder}/nothing`, 'grant', email), /no Bubblequest/)
  } finally {
    await closeStack(stack)
  }
})

Deno.test('An operator deletes an account on the running product; a family without another one goes with its pictures', async () => {
  const stack = await openStack()
  try {
    const family = await familyOn(stack.url)
    const { parent, email, familyId } = family
    const { id: miaId } = await family.addMember('Mia')
    const picture = await face(parent, miaId)
    assert.equal(
      await administer(stack.folder, 'delete', email.toUpperCase()),
      `${email.toUpperCase()} is deleted, and with it “Berg Family”, to which no other account belonged.`,
    )
    await parent.refused('members', { familyId }, 'not_found')
    await new Device(stack.url).refused('login', {}, 'invalid_credentials', { email, password })
    assert.equal((await stack.sql`select from public.families where id = ${familyId}`).count, 0)
    await stack.sql`update private.cleanup set due_at = now()`
    await new Device(stack.url).call('cleanUp', {})
    assert.equal((await stack.sql`select from storage.objects where ${picture} like '%' || name`).count, 0)
    await assert.rejects(administer(stack.folder, 'delete', email), /Nobody signed up/)
  } finally {
    await closeStack(stack)
  }
})
