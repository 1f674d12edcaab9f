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

/** The project's settings that our configuration has, each with another value. */
const anyProject = {
  site_url: 'http://localhost:3000',
  uri_allow_list: 'http://localhost:3000/**',
  jwt_exp: 3600,
  disable_signup: false,
  external_email_enabled: true,
  mailer_autoconfirm: true,
  refresh_token_rotation_enabled: false,
  security_refresh_token_reuse_interval: 0,
  password_min_length: 6,
  password_required_characters: '',
  security_update_password_require_reauthentication: true,
  security_update_password_require_current_password: false,
  mailer_otp_length: 6,
  mailer_otp_exp: 86_400,
  smtp_max_frequency: 1,
  smtp_host: null,
  smtp_port: null,
  smtp_user: null,
  smtp_pass: null,
  smtp_admin_email: null,
  smtp_sender_name: null,
  mailer_subjects_confirmation: 'Confirm Your Signup',
  mailer_templates_confirmation_content: '<h2>Confirm your signup</h2>',
  mailer_subjects_recovery: 'Reset Your Password',
  mailer_templates_recovery_content: '<h2>Reset Password</h2>',
  mailer_subjects_invite: 'You have been invited',
  mailer_templates_invite_content: '<h2>You have been invited</h2>',
  rate_limit_email_sent: 2,
  rate_limit_token_refresh: 1000,
  rate_limit_otp: 1000,
}

const Templates = z.object({
  auth: z.object({
    email: z.object({ template: z.record(z.string(), z.object({ subject: z.string(), content_path: z.string() })) }),
  }),
})

/** Our mails under the names of a project's settings, exactly as the repository has them. */
async function ownMails(): Promise<Record<string, string>> {
  const root = new URL('../', import.meta.url)
  const { template } = Templates.parse(parse(await Deno.readTextFile(new URL('supabase/config.toml', root)))).auth.email
  const settings: Record<string, string> = {}
  for (const [name, { subject, content_path }] of Object.entries(template)) {
    settings[`mailer_subjects_${name}`] = subject
    settings[`mailer_templates_${name}_content`] = await Deno.readTextFile(new URL(content_path, root))
  }
  assert.equal(Object.keys(settings).length, 6)
  return settings
}

/** A project whose settings the CLI reads and writes. */
async function startProject(): Promise<ManagementApi> {
  let api = { db_schema: 'public,graphql_public', max_rows: 1000, db_extra_search_path: 'public, extensions' }
  let auth: Record<string, unknown> = anyProject
  const config = () => ({
    data: {
      id: projectRef,
      type: 'project_config',
      attributes: {
        api,
        auth,
        storage: { file_size_limit: 1024 },
      },
    },
  })
  return startManagementApi(async (request, path) => {
    if (path.endsWith('/billing/addons')) return Response.json({ selected_addons: [], available_addons: [] })
    if (path.endsWith('/config')) return Response.json(config())
    if (request.method !== 'PATCH') return undefined
    if (path.endsWith('/postgrest')) {
      api = { ...api, ...(await request.json()) }
      return Response.json({
        ...api,
        db_pool: null,
        db_pool_acquisition_timeout: null,
        db_pool_max_lifetime: null,
        db_pool_max_idletime: null,
      })
    }
    if (path.endsWith('/config/auth')) {
      const changes = await request.json()
      // The CLI gets only the digest of a secret.
      auth = {
        ...auth,
        ...changes,
        smtp_pass: createHmac('sha256', projectRef).update(changes.smtp_pass).digest('hex'),
      }
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
      [`PATCH ${path}/config/auth`]: {
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
        ...(await ownMails()),
      },
    })
  } finally {
    await Deno.remove(file)
    await project.close()
  }
})

for (const [name, value, sentence] of [
  [
    'SUPABASE_REMOTES_PRODUCTION_PROJECT_ID',
    '',
    /^SUPABASE_REMOTES_PRODUCTION_PROJECT_ID has to be the reference of your project/,
  ],
  [
    'SUPABASE_REMOTES_PRODUCTION_PROJECT_ID',
    'My-Project',
    /^SUPABASE_REMOTES_PRODUCTION_PROJECT_ID has to be the reference of your project/,
  ],
  ['SUPABASE_SITE_URL', '', /^No value for SUPABASE_SITE_URL:/],
  ['SUPABASE_SMTP_HOST', '', /^No value for SUPABASE_SMTP_HOST:/],
] as const) {
  Deno.test(`With ${name} as '${value}' nothing is sent to a hosted project`, async () => {
    const project = await startProject()
    try {
      const { success, output } = await push(project, { ...production, [name]: value })
      assert.equal(success, false)
      assert.match(output, sentence)
      assert.deepEqual(project.asked, [])
    } finally {
      await project.close()
    }
  })
}

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
