/** Why an encrypted connection failed, as a sentence, and how to repair it. */
export type TlsFault = { seen: string; remedy: string }

const ways = 'docs/self-hosting.md has ways to one. At a static host add the name to the domains of the site.'

/** The reasons by which Deno refuses a connection, each with what helps. */
const faults: readonly [reason: RegExp, remedy: string][] = [
  [
    /certificate expired/,
    'Renew it, and let the server read the new one: nginx at a reload, `npm start -- --tls` at the next start. Caddy and the static hosts renew theirs; their log, or the settings of the domain there, say what keeps them from it.',
  ],
  [/not valid yet/, 'Set the clock of this machine, or wait.'],
  [/not valid for name/, `Order a certificate for this name, or open the name that the certificate has: ${ways}`],
  [
    /peer certificate/,
    'Browsers want a certificate of an authority that they know, sent with those behind it, as in fullchain.pem of certbot. If the authority is your own, give this command its certificate: DENO_CERT=authority.crt npm run doctor -- …',
  ],
  [
    /InvalidContentType|fatal alert/,
    `Let the server speak TLS on this port, with a certificate for this name: ${ways}`,
  ],
]

/** Explains why `fetch` failed at that host; undefined where the encryption was not the reason. */
export function tlsFaultOf(host: string, error: unknown): TlsFault | undefined {
  const reason = reasonOf(error)
  const [, remedy] = faults.find(([known]) => known.test(reason)) ?? []
  const seen = reason.includes('InvalidContentType')
    ? `${host} answers an encrypted call in the open.`
    : `${host} cannot be trusted: ${reason.replace(/^.*(?=invalid peer certificate)/, '')}.`
  return remedy === undefined ? undefined : { seen, remedy }
}

/** The message of the innermost cause of an error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}
