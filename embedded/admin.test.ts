import assert from 'node:assert/strict'
import { changeAdmin } from './admin.ts'
import { Problem } from './problem.ts'
import { familyOn } from '../testing/family.ts'
import { closeStack, openStack } from '../testing/stack.ts'

Deno.test('An admin is made on the running product and while it stands still, and by nobody who did not sign up', async () => {
  const stack = await openStack()
  try {
    const { parent, email } = await familyOn(stack.url)
    await parent.refused('adminStats', {}, 'not_admin')
    assert.equal(
      await changeAdmin(stack.folder, 'grant', email.toUpperCase()),
      `${email.toUpperCase()} is an admin now.`,
    )
    assert.equal((await parent.call('currentUser', {})).role, 'admin')
    assert.deepEqual(await parent.call('adminStats', {}), { totalUsers: 1, totalFamilies: 1 })
    await assert.rejects(changeAdmin(stack.folder, 'grant', 'nobody@family.example'), Problem)
    await assert.rejects(changeAdmin(stack.folder, 'crown', email), Problem)
    await stack.sql.end()
    await stack.stop()
    assert.equal(await changeAdmin(stack.folder, 'revoke', email), `${email} is not an admin any more.`)
    await assert.rejects(changeAdmin(`${stack.folder}/nothing`, 'grant', email), /no Bubblequest/)
  } finally {
    await closeStack(stack)
  }
})
