import assert from 'node:assert/strict'
import { onOneDatabase } from '../../testing/database.ts'
import { claimsOn, onlyDeviceOf, tryAs, twoHouses } from '../../testing/seats.ts'

const story = onOneDatabase()

story("A token without a session, or with somebody else's, reads and changes nothing", async ({ sql }) => {
  const { berg, holm } = await twoHouses(sql)
  const { session_id: _, ...without } = claimsOn(onlyDeviceOf(berg.parent.userId))
  const change = { familyId: berg.familyId, name: 'Ours' }
  for (const claims of [
    without,
    { ...without, session_id: onlyDeviceOf(holm.parent.userId).sessionId },
    { ...without, session_id: crypto.randomUUID() },
  ]) {
    assert.equal(await tryAs(sql, claims, (sql) => sql`select from public.families`), 0)
    await assert.rejects(
      sql`select private.request(${JSON.stringify(claims)}, 'edit_family', ${sql.json(change)})`,
      /not_signed_in/,
    )
  }
})
