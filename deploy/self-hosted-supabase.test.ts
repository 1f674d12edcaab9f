import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { uploadSeconds } from '../embedded/storage/upload.ts'
import { passwordChangeCheck } from '../tools/doctor/auth.ts'
import { remedyFor } from '../tools/doctor/place.ts'

const root = new URL('../', import.meta.url)
const read = (path: string) => Deno.readTextFile(new URL(path, root))
const exists = (path: string) => existsSync(new URL(path, root))

Deno.test('A self-hosted Supabase is set as supabase/config.toml sets a hosted one', async () => {
  const page = await read('docs/self-hosted-supabase.md')
  const Template = z.object({ subject: z.string(), content_path: z.string() })
  const Email = z.looseObject({
    otp_length: z.number(),
    otp_expiry: z.number(),
    template: z.record(z.string(), Template),
  })
  const Config = z.object({
    auth: z.looseObject({ jwt_expiry: z.number(), minimum_password_length: z.number(), email: Email }),
  })
  const { auth } = Config.parse(parse(await read('supabase/config.toml')))
  assert.match(page, new RegExp(`^\\s*JWT_EXPIRY=${auth.jwt_expiry}$`, 'm'))
  // Each mail on Supabase has a code besides its link, and guesses at it are counted for the guesser's address alone.
  assert.ok(auth.email.otp_length >= 10 && auth.email.otp_expiry <= 3600)
  const settings = {
    PASSWORD_MIN_LENGTH: auth.minimum_password_length,
    MAILER_OTP_LENGTH: auth.email.otp_length,
    MAILER_OTP_EXP: auth.email.otp_expiry,
    SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: auth.email['require_current_password'],
  }
  for (const [name, value] of Object.entries(settings))
    assert.match(page, new RegExp(`^\\s*GOTRUE_${name}: '${String(value)}'$`, 'm'))
  for (const [kind, { subject, content_path: path }] of Object.entries(auth.email.template)) {
    // Either would need to be written otherwise in a compose.
    assert.doesNotMatch(subject, /['$]/)
    assert.ok(page.includes(`\n      GOTRUE_MAILER_SUBJECTS_${kind.toUpperCase()}: '${subject}'\n`), kind)
    const [, name = ''] = /^\.\/supabase\/templates\/([\w-]+\.html)$/.exec(path) ?? []
    assert.ok(exists(`supabase/templates/${name}`), path)
    assert.ok(
      page.includes(`\n      GOTRUE_MAILER_TEMPLATES_${kind.toUpperCase()}: https://quests.example/mails/${name}\n`),
      kind,
    )
  }
  assert.equal(Object.keys(auth.email.template).length, page.match(/ GOTRUE_MAILER_TEMPLATES_\w+: /g)?.length)
})

Deno.test('The Auth of a self-hosted Supabase counts guesses by what the proxy says, and knows each of its settings', async () => {
  const page = await read('docs/self-hosted-supabase.md')
  assert.match(page, /^ {6}GOTRUE_RATE_LIMIT_HEADER: X-Forwarded-For$/m)
  // 2.186 silently ignores the setting that a new password needs the current one. An image of ours would be older than
  // that of the compose one day.
  const [, minor = ''] = /Auth knows it since 2\.(\d+)/.exec(page) ?? []
  assert.ok(Number(minor) >= 187, page)
  assert.doesNotMatch(page, /^ +image: /m)
  const remedy = remedyFor(passwordChangeCheck.remedy, 'ownSupabase')
  assert.ok(remedy.includes(`supabase/gotrue:v2.${minor}.0`), remedy)
})

Deno.test('The gateway of a self-hosted Supabase listens on its machine alone, under its name of today and that of before', async () => {
  const page = await read('docs/self-hosted-supabase.md')
  for (const service of ['api-gw', 'kong']) {
    const [, block = ''] = new RegExp(`^  ${service}:\\n((?: {4}.*\\n)+)`, 'm').exec(page) ?? []
    assert.match(block, /^ {4}ports: !override\n {6}- 127\.0\.0\.1:8000:8000$/m, service)
  }
  assert.match(page, /`docker-compose\.kong\.yml`/)
  assert.match(page, /^API_EXTERNAL_URL=https:\/\/quests\.example\/auth\/v1$/m)
})

Deno.test('The address for a picture lives as long on a self-hosted Supabase as on the embedded stack', async () => {
  const [page, security] = await Promise.all(['docs/self-hosted-supabase.md', 'docs/security.md'].map(read))
  const [, seconds = ''] = /^ {6}UPLOAD_SIGNED_URL_EXPIRATION_TIME: '(\d+)'$/m.exec(page ?? '') ?? []
  assert.equal(Number(seconds), uploadSeconds)
  for (const document of [page, security]) assert.match(document ?? '', /60 seconds/)
})
