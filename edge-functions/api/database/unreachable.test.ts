import assert from 'node:assert/strict'
import { endsSession, openFakeDatabase, passesOn } from '../../../testing/fake-database.ts'
import type { Behaviour } from '../../../testing/fake-database.ts'
import { newFamily } from '../../../testing/family.ts'
import { withLog } from '../../../testing/log.ts'
import { closeStack, openStack } from '../../../testing/stack.ts'
import { until } from '../../../testing/until.ts'
import { freePort, runUpload, uploadFunction } from '../../../testing/uploaded-function.ts'
import { assertRefusal } from '../../../testing/device.ts'

const failures: [string, Behaviour | undefined, RegExp][] = [
  ['is gone', undefined, /^function: database: Connection refused/m],
  ['ends every session', endsSession, /^function: database: /m],
]

Deno.test({
  name: 'A database that is gone, or ends sessions, more often than there are connections is used again when it is back',
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const [upload, postgresPort, port] = [await uploadFunction(), freePort(), freePort()]
    let fakeDatabase: AsyncDisposable | undefined
    const meet = async (behaviour: Behaviour | undefined) => {
      await fakeDatabase?.[Symbol.asyncDispose]()
      fakeDatabase = behaviour && openFakeDatabase(port, behaviour, postgresPort)
    }
    await meet(passesOn)
    const stack = await openStack({
      postgresPort,
      runFunction: ({ SUPABASE_DB_URL = '', ...environment }) =>
        runUpload(upload, {
          ...environment,
          BUBBLEQUEST_RATE_LIMITS: 'on',
          SUPABASE_DB_URL: SUPABASE_DB_URL.replace(`:${postgresPort}/`, `:${port}/`),
        }),
    })
    try {
      const { parent, familyId, columns } = await newFamily(stack)
      for (const [what, behaviour, sentence] of failures) {
        await meet(behaviour)
        await withLog(async (lines) => {
          for (let calls = 0; calls < 5; calls++) {
            const answer = await parent.ask('columns', { familyId })
            assert.equal(assertRefusal(answer, 'unavailable').code, 'unavailable', what)
            assert.equal(answer.headers.get('retry-after'), '1')
          }
          assert.match(lines.join('\n'), sentence)
        })
        await meet(passesOn)
        // postgres.js repeats the error that ended the previous session to the first query.
        await until(async () => (await parent.ask('columns', { familyId })).status === 200)
        assert.deepEqual(await parent.call('columns', { familyId }), columns, what)
      }
    } finally {
      await closeStack(stack)
      await meet(undefined)
    }
  },
})
