import assert from 'node:assert/strict'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { uploadSeconds } from '../embedded/storage/upload.ts'
import { passwordChangeCheck } from '../tools/doctor/auth.ts'
import { remedyFor } from '../tools/doctor/place.ts'

const read = (path: string) => Deno.readTextFile(new URL(`../${path}`, import.meta.url))
const page = await read('docs/self-hosted-supabase.md')

const Email = z.object({
  otp_length: z.number(),
  otp_expiry: z.number(),
  require_current_password: z.boolean(),
  template: z.record(z.string(), z.object({ subject: z.string(), content_path: z.string() })),
})
const Auth = z.object({ jwt_expiry: z.number(), minimum_password_length: z.number(), email: Email })

Deno.test('A self-hosted Supabase is set as supabase/config.toml sets a hosted one', async () => {
  const { auth } = z.object({ auth: Auth }).parse(parse(await read('supabase/config.toml')))
  const { otp_length, otp_expiry, require_current_password, template } = auth.email
  // Each mail on Supabase has a code besides its link, and guesses at it are counted for the guesser's address alone.
  assert.ok(otp_length >= 10 && otp_expiry <= 3600)
  const lines = [
    `GOTRUE_PASSWORD_MIN_LENGTH: '${auth.minimum_password_length}'`,
    `GOTRUE_MAILER_OTP_LENGTH: '${otp_length}'`,
    `GOTRUE_MAILER_OTP_EXP: '${otp_expiry}'`,
    `GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: '${require_current_password}'`,
    // As long as on the embedded stack.
    `UPLOAD_SIGNED_URL_EXPIRATION_TIME: '${uploadSeconds}'`,
    // Auth counts guesses by what the proxy says.
    'GOTRUE_RATE_LIMIT_HEADER: X-Forwarded-For',
  ]
  for (const [kind, { subject, content_path }] of Object.entries(template)) {
    // Either would need to be written otherwise in a compose.
    assert.doesNotMatch(subject, /['$]/)
    await read(content_path)
    lines.push(`GOTRUE_MAILER_SUBJECTS_${kind.toUpperCase()}: '${subject}'`)
    const mail = content_path.replace('./supabase/templates/', 'https://quests.example/mails/')
    lines.push(`GOTRUE_MAILER_TEMPLATES_${kind.toUpperCase()}: ${mail}`)
  }
  for (const line of lines) assert.ok(page.includes(`\n      ${line}\n`), line)
  assert.match(page, new RegExp(`^\\s*JWT_EXPIRY=${auth.jwt_expiry}$`, 'm'))
  assert.equal(page.match(/ GOTRUE_MAILER_TEMPLATES_\w+: /g)?.length, Object.keys(template).length)
  for (const document of [page, await read('docs/security.md')]) assert.match(document, /60 seconds/)
})

Deno.test('The Auth of a self-hosted Supabase knows each of its settings', () => {
  // 2.186 silently ignores the setting that a new password needs the current one. An image of ours would be older than
  // that of the compose one day.
  const [, minor = ''] = /Auth knows it since 2\.(\d+)/.exec(page) ?? []
  assert.ok(Number(minor) >= 187, page)
  assert.doesNotMatch(page, /^ +image: /m)
  const remedy = remedyFor(passwordChangeCheck.remedy, 'ownSupabase')
  assert.ok(remedy.includes(`supabase/gotrue:v2.${minor}.0`), remedy)
})

Deno.test('The gateway of a self-hosted Supabase listens on its machine alone, under its name of today and that of before', () => {
  for (const service of ['api-gw', 'kong']) {
    const [, block = ''] = new RegExp(`^  ${service}:\\n((?: {4}.*\\n)+)`, 'm').exec(page) ?? []
    assert.match(block, /^ {4}ports: !override\n {6}- 127\.0\.0\.1:8000:8000$/m, service)
  }
  assert.match(page, /`docker-compose\.kong\.yml`/)
  assert.match(page, /^API_EXTERNAL_URL=https:\/\/quests\.example\/auth\/v1$/m)
})
