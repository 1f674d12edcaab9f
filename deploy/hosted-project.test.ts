import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { findNode } from '../tools/programs.mjs'
import { readConfig } from '../embedded/config.ts'
import { projectRef, startManagementApi } from '../testing/management-api.ts'
import type { CliResult, ManagementApi } from '../testing/management-api.ts'
import { uploadFunction } from '../testing/uploaded-function.ts'

const hosted = fileURLToPath(new URL('../tools/hosted.mjs', import.meta.url))

/** The variables of a deployment's supabase/.env.production. */
const production = {
  SUPABASE_REMOTES_PRODUCTION_PROJECT_ID: projectRef,
  SUPABASE_SITE_URL: 'https://quests.example',
  SUPABASE_SMTP_HOST: 'smtp.example',
  SUPABASE_SMTP_USER: 'quests',
  SUPABASE_SMTP_PASS: 'p$a"ss#1',
  SUPABASE_SMTP_SENDER: 'quests@quests.example',
}

const Template = z.object({ subject: z.string(), content_path: z.string() })
const Config = z.object({ auth: z.object({ email: z.object({ template: z.record(z.string(), Template) }) }) })

/** Our mails under the names of a project's settings, exactly as the repository has them. */
async function ownMails(): Promise<Record<string, string>> {
  const root = new URL('../', import.meta.url)
  const { template } = Config.parse(parse(await Deno.readTextFile(new URL('supabase/config.toml', root)))).auth.email
  const settings: Record<string, string> = {}
  for (const [name, { subject, content_path }] of Object.entries(template)) {
    settings[`mailer_subjects_${name}`] = subject
    settings[`mailer_templates_${name}_content`] = await Deno.readTextFile(new URL(content_path, root))
  }
  assert.equal(Object.keys(settings).length, 6)
  return settings
}

/** What a hosted project is to have of our configuration, besides its mails. */
const wanted = {
  site_url: 'https://quests.example',
  uri_allow_list: '',
  jwt_exp: 900,
  mailer_autoconfirm: false,
  refresh_token_rotation_enabled: true,
  security_refresh_token_reuse_interval: 10,
  password_min_length: 8,
  security_update_password_require_reauthentication: false,
  security_update_password_require_current_password: true,
  mailer_otp_length: 10,
  mailer_otp_exp: 3600,
  smtp_max_frequency: 60,
  smtp_host: 'smtp.example',
  smtp_port: '587',
  smtp_user: 'quests',
  smtp_pass: 'p$a"ss#1',
  smtp_admin_email: 'quests@quests.example',
  smtp_sender_name: 'Bubblequest',
  rate_limit_email_sent: 100,
  rate_limit_token_refresh: 150,
  rate_limit_otp: 30,
}

/** Another value for each of those. */
const otherValueOf = (value: unknown) =>
  typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : null

/** A project whose settings the CLI reads and writes. */
async function startProject(): Promise<ManagementApi> {
  let api = { db_schema: 'public,graphql_public', max_rows: 1000, db_extra_search_path: 'public, extensions' }
  let auth: Record<string, unknown> = {
    ...Object.fromEntries(
      Object.entries({ ...wanted, ...(await ownMails()) }).map(([name, value]) => [name, otherValueOf(value)]),
    ),
    site_url: 'http://localhost:3000',
    uri_allow_list: 'http://localhost:3000/**',
    disable_signup: false,
    external_email_enabled: true,
    password_required_characters: '',
  }
  return startManagementApi(async (request, path) => {
    if (path.endsWith('/billing/addons')) return Response.json({ selected_addons: [], available_addons: [] })
    if (path.endsWith('/config')) {
      const attributes = { api, auth, storage: { file_size_limit: 1024 } }
      return Response.json({ data: { id: projectRef, type: 'project_config', attributes } })
    }
    if (request.method !== 'PATCH') return undefined
    if (path.endsWith('/postgrest')) {
      api = { ...api, ...(await request.json()) }
      const pool = { db_pool: null, db_pool_acquisition_timeout: null, db_pool_max_lifetime: null }
      return Response.json({ ...api, ...pool, db_pool_max_idletime: null })
    }
    if (path.endsWith('/config/auth')) {
      const changes = await request.json()
      // The CLI gets only the digest of a secret.
      const smtp_pass = createHmac('sha256', projectRef).update(changes.smtp_pass).digest('hex')
      auth = { ...auth, ...changes, smtp_pass }
    }
    return undefined
  })
}

const push = (project: ManagementApi, env: Record<string, string>): Promise<CliResult> =>
  project.run(findNode(), [hosted, 'config', 'push', '--yes'], { SUPABASE_ENV: 'without-a-file', ...env })

Deno.test('A hosted project gets settings of its own: confirmed addresses, its own mail server, its own address, our mails', async () => {
  const project = await startProject()
  const stage = `test-${crypto.randomUUID()}`
  const file = new URL(`../supabase/.env.${stage}`, import.meta.url)
  const lines = Object.entries(production).map(([name, value]) => `${name}='${value}'`)
  await Deno.writeTextFile(file, lines.join('\n'))
  try {
    // The CLI expects all 309 settings in Auth's response, and stops. The next run continues after them.
    const outputs = [await push(project, { SUPABASE_ENV: stage }), await push(project, { SUPABASE_ENV: stage })].map(
      ({ output }) => output,
    )
    for (const output of outputs) {
      assert.match(output, /Loading config override: \[remotes\.production\]/)
      assert.doesNotMatch(output, /WARN|▲/)
    }
    assert.match(outputs[1] ?? '', /Remote Auth config is up to date/)
    const path = `/v1/projects/${projectRef}`
    assert.deepEqual(Object.fromEntries(project.written), {
      [`PATCH ${path}/postgrest`]: { db_schema: 'public' },
      [`PATCH ${path}/config/storage`]: { fileSizeLimit: 52_428_800 },
      [`PATCH ${path}/config/auth`]: { ...wanted, ...(await ownMails()) },
    })
  } finally {
    await Deno.remove(file)
    await project.close()
  }
})

Deno.test('Without a reference, an address or a mail server nothing is sent to a hosted project', async () => {
  const project = await startProject()
  try {
    for (const [name, value] of [
      ['SUPABASE_REMOTES_PRODUCTION_PROJECT_ID', ''],
      ['SUPABASE_REMOTES_PRODUCTION_PROJECT_ID', 'My-Project'],
      ['SUPABASE_SITE_URL', ''],
      ['SUPABASE_SMTP_HOST', ''],
    ] as const) {
      const { success, output } = await push(project, { ...production, [name]: value })
      assert.equal(success, false)
      assert.match(output, new RegExp(`^(${name} has to be the reference of your project|No value for ${name}:)`))
    }
    assert.deepEqual(project.asked, [])
  } finally {
    await project.close()
  }
})

Deno.test('On a hosted project the function still checks sessions itself', async () => {
  const { metadata } = await uploadFunction(production)
  assert.equal(metadata.verify_jwt, false)
})

Deno.test('The embedded stack has the settings of a machine at home, not those of a hosted project', async () => {
  const { auth } = await readConfig(new URL('../supabase/config.toml', import.meta.url), 'http://localhost:3000')
  assert.equal(auth.autoconfirm, true)
  assert.equal(auth.maxFrequency, 1)
  assert.deepEqual(auth.redirectUrls, ['http://localhost:*/new-password', 'http://127.0.0.1:*/new-password'])
})
