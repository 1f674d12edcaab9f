import type { Handler } from './context.ts'

const providers = [
  'anonymous_users',
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'kakao',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'phone',
  'slack',
  'slack_oidc',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
]

/** GET /settings */
export const settings: Handler = ({ settings }) =>
  Response.json({
    external: { ...Object.fromEntries(providers.map((provider) => [provider, false])), email: true },
    disable_signup: !settings.enableSignup,
    mailer_autoconfirm: settings.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  })

/** GET /health */
export const health: Handler = () => Response.json({ version: 'embedded', name: 'GoTrue', description: 'The Auth service of an embedded Bubblequest' })

/** GET /.well-known/jwks.json */
export const jwks: Handler = ({ tokens }) => Response.json(tokens.publicKeys, { headers: { 'cache-control': 'public, max-age=600' } })
