// The demo family on a stack that is not the embedded one: its address, its database, and the file that keeps how to sign in.
import postgres from 'postgres'
import { addDemoFamily } from './demo.ts'

const [url = '', database = '', file = ''] = Deno.args
const sql = postgres(database, { max: 1, onnotice: () => {} })
try {
  console.log(await addDemoFamily(url, sql, file))
} finally {
  await sql.end()
}
