import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { connectTo } from '../../embedded/postgres/connect.ts'
import { temporaryFolder } from '../../tools/temporary-folder.mjs'
import { test as familyTest } from '../family.ts'
import { freePort } from '../free-port.ts'
import { mailsTo, openMailbox, type Mail } from '../mailbox.ts'

/** The very program that families start, set to confirm addresses by mail, as our Supabase projects do. */
export type ConfirmingServer = {
  url: string
  /** The mails to an address, newest first, each with the one address of ours that stands in it. */
  mailsTo(email: string): Promise<Mail[]>
  /** Invites somebody, as an operator does. */
  invite(email: string): Promise<void>
  /** Makes all that was mailed to an address two hours older. */
  ageMails(email: string): Promise<void>
}

/** The code of the mailbox in what the server says on its terminal. */
const isCodeShown = /, code (\d{4} \d{4})$/m

export const test = familyTest.extend<object, { confirming: ConfirmingServer }>({
  confirming: [
    async ({ browser: _browser }, use) => {
      const folder = mkdtempSync(join(temporaryFolder(), 'bubblequest-confirming-'))
      const port = await freePort()
      const url = `http://localhost:${port}`
      const server = spawn(process.execPath, ['tools/start.mjs'], {
        env: {
          ...process.env,
          PORT: String(port),
          BUBBLEQUEST_DATA: folder,
          BUBBLEQUEST_RATE_LIMITS: 'off',
          BUBBLEQUEST_PASSWORD_COST: '4',
          SUPABASE_AUTH_EMAIL_ENABLE_CONFIRMATIONS: 'true',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let log = ''
      const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))
      for (const stream of [server.stdout, server.stderr]) stream.on('data', (part: Buffer) => (log += part.toString()))
      while (!isCodeShown.test(log)) {
        if (server.exitCode !== null) throw new Error(`The server that confirms addresses did not start:\n${log}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      const reader = await openMailbox(url, () => isCodeShown.exec(log)?.[1] ?? '')
      const [, , , postgresPort, sockets = ''] = (
        await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')
      ).split('\n')
      const sql = connectTo({ folder: sockets, port: Number(postgresPort) }, 'postgres', 1)
      await use({
        url,
        mailsTo: (email) => mailsTo(reader, email),
        async invite(email) {
          const { secretKey } = JSON.parse(await readFile(join(folder, 'keys.json'), 'utf8'))
          const invited = await fetch(`${url}/auth/v1/invite`, {
            method: 'POST',
            headers: { apikey: secretKey },
            body: JSON.stringify({ email }),
          })
          if (!invited.ok) throw new Error(`The invitation was answered ${invited.status}`)
        },
        async ageMails(email) {
          const age = sql`interval '2 hours'`
          await sql`update auth.users set confirmation_sent_at = confirmation_sent_at - ${age}, recovery_sent_at = recovery_sent_at - ${age} where email = ${email}`
          await sql`update auth.one_time_tokens set created_at = created_at - ${age} where relates_to = ${email}`
        },
      })
      await reader.dispose()
      await sql.end()
      server.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  // Links in mails begin with the server's own address; a story that begins there never leaves it.
  baseURL: ({ confirming }, use) => use(confirming.url),
})
