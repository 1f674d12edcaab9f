import { checkServerIdentity, connect } from 'node:tls'
import type { DetailedPeerCertificate } from 'node:tls'

/** Why an encrypted connection failed, as a sentence, and how to repair it. */
export type TlsFault = { seen: string; remedy: string }

const renew =
  'Renew it, and let the server read the new one: nginx at a reload, `npm start -- --tls` at the next start. Caddy and the static hosts renew theirs; their log, or the settings of the domain there, say what keeps them from it.'
const rename =
  'Order a certificate for this name, or open the name that the certificate has. At a static host add the name to the domains of the site.'
const sendChain =
  'Serve the certificate with those behind it, as in fullchain.pem of certbot. If the authority is your own, give this command its certificate: DENO_CERT=authority.crt npm run doctor -- …'
const trust =
  'Browsers want a certificate of an authority that they know: docs/self-hosting.md has ways to one. If the authority is your own, as that of Caddy’s `tls internal`, give this command its certificate: DENO_CERT=authority.crt npm run doctor -- …'
const encrypt =
  'Let the server speak TLS on this port, with a certificate for this name: docs/self-hosting.md has ways to one. At a static host add the name to the domains of the site.'

/** Explains why `fetch` failed at that address; undefined where the encryption was not the reason. */
export async function tlsFaultOf(address: string, error: unknown): Promise<TlsFault | undefined> {
  const reason = reasonOf(error)
  if (!/peer certificate|InvalidContentType|fatal alert/.test(reason)) return undefined
  const { host, hostname, port } = new URL(address)
  if (reason.includes('InvalidContentType'))
    return { seen: `${host} answers an encrypted call in the open.`, remedy: encrypt }
  const certificate = await certificateOf(hostname.replaceAll(/[[\]]/g, ''), Number(port || 443))
  if (certificate === undefined)
    return { seen: `${host} offers no certificate for this name: ${reason}.`, remedy: encrypt }
  return faultOf(certificate, host, hostname, reason)
}

function faultOf(certificate: DetailedPeerCertificate, host: string, hostname: string, reason: string): TlsFault {
  const its = `The certificate of ${host}`
  const [begins, ends] = [certificate.valid_from, certificate.valid_to].map((time) => new Date(time)) as [Date, Date]
  if (ends.getTime() < Date.now()) return { seen: `${its} has expired on ${dayOf(ends)}.`, remedy: renew }
  if (begins.getTime() > Date.now())
    return {
      seen: `${its} is good from ${dayOf(begins)} on; for this machine it is ${dayOf(new Date())}.`,
      remedy: 'Set the clock of this machine, or wait.',
    }
  if (reason.includes('not valid for name') || checkServerIdentity(hostname, certificate) !== undefined) {
    const names = (certificate.subjectaltname ?? '').replaceAll(/DNS:|IP Address:/g, '') || 'no name'
    return { seen: `${its} is for ${names}, not for ${hostname}.`, remedy: rename }
  }
  const chain = chainOf(certificate)
  const { issuer } = chain.at(-1) ?? certificate
  const authority = String(issuer.CN ?? issuer.O ?? 'an authority without a name')
  if (chain.length > 1)
    return { seen: `${its} comes from “${authority}”, an authority that is not known here.`, remedy: trust }
  return authority === String(certificate.subject.CN)
    ? { seen: `${its} was signed with its own key, by no authority.`, remedy: trust }
    : {
        seen: `${host} sends its certificate alone: that of “${authority}”, which signed it, is missing in the chain or not known here.`,
        remedy: sendChain,
      }
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** The messages of an error and of its causes. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}

/** The certificates that a server sends, its own first. */
function chainOf(certificate: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain = [certificate]
  for (;;) {
    // The type hides that the last one may have none.
    const next: DetailedPeerCertificate | undefined = chain.at(-1)?.issuerCertificate
    if (next === undefined || chain.includes(next)) return chain
    chain.push(next)
  }
}

/** Returns a server's certificate, trusted or not; undefined where it sends none within 10 seconds. */
function certificateOf(host: string, port: number): Promise<DetailedPeerCertificate | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: 10_000 })
    const end = (certificate?: DetailedPeerCertificate) => {
      socket.destroy()
      resolve(certificate)
    }
    socket.on('secureConnect', () => end(socket.getPeerCertificate(true)))
    socket.on('error', () => end())
    socket.on('timeout', () => end())
  })
}
