import type { Handler } from './context.ts'

/** GET /settings, as far as the doctor reads it. */
export const settings: Handler = ({ settings }) =>
  Response.json({ external: { email: true }, disable_signup: !settings.enableSignup, mailer_autoconfirm: settings.autoconfirm })

/** GET /health */
export const health: Handler = () => Response.json({ version: 'embedded', name: 'GoTrue', description: 'The Auth service of an embedded Bubblequest' })

/** GET /.well-known/jwks.json */
export const jwks: Handler = ({ tokens }) => Response.json(tokens.publicKeys, { headers: { 'cache-control': 'public, max-age=600' } })
