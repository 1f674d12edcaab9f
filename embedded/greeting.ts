import { plainAddress } from '../edge-functions/api/caller-address.ts'
import type { Certificate } from './certificate.ts'
import type { Stack } from './stack.ts'
import { within } from './within.ts'

type Place = { hostname: string; folder: string; certificate: Certificate | undefined }

/** Returns the text of the terminal after a start: the addresses at which this machine answers, the mailbox and the data. */
export async function greeting(
  { url, port, mailboxCode }: Stack,
  { hostname, folder, certificate }: Place,
): Promise<string> {
  const own = url.replace('127.0.0.1', 'localhost')
  const lines = [`on this machine:  ${own}`]
  const [place, scheme] = certificate === undefined ? ['in the house:   ', 'http'] : ['over https:     ', 'https']
  const { answering, silent } = await namesInHouse(hostname, port, certificate)
  for (const name of answering) lines.push(`${place}  ${scheme}://${name}:${port}`)
  for (const name of silent) lines.push(`does not answer:  ${scheme}://${name}:${port}, a name of the certificate`)
  if (certificate !== undefined)
    lines.push(
      `certificate:      valid until ${certificate.validUntil.toISOString().slice(0, 10)}; a new one is read at the next start`,
    )
  lines.push(`mailbox:          ${own}/mailbox, code ${mailboxCode()}`, `data:             ${folder}`)
  return ['Bubblequest is running.', ...lines.map((line) => `  ${line}`), 'Stop with Ctrl-C.'].join('\n')
}

type Names = { answering: readonly string[]; silent: readonly string[] }

/** The hosts at which other devices reach this machine: the names of its certificate, so that browsers trust it. */
async function namesInHouse(hostname: string, port: number, certificate: Certificate | undefined): Promise<Names> {
  if (certificate !== undefined && certificate.names.length > 0) {
    const { answering, silent } = await parted(certificate.names, port)
    return { answering: answering.length > 0 || !isLocal(hostname) ? answering : ['localhost'], silent }
  }
  if (isLocal(hostname)) return { answering: certificate === undefined ? [] : ['localhost'], silent: [] }
  if (hostname !== '::' && hostname !== '0.0.0.0') return { answering: [inAddress(hostname)], silent: [] }
  const addresses = Deno.networkInterfaces().filter(({ address }) => !/^(127\.|::1$|fe[89ab])/i.test(address))
  const of = async (wanted: 'IPv4' | 'IPv6') =>
    (
      await parted(
        addresses.filter(({ family }) => family === wanted).map(({ address }) => address),
        port,
      )
    ).answering.map(inAddress)
  // Nobody types an IPv6 address where there is a shorter one.
  const short = await of('IPv4')
  return { answering: short.length > 0 ? short : await of('IPv6'), silent: [] }
}

const isLocal = (hostname: string) => ['127.0.0.1', 'localhost', '::1'].includes(hostname)

const inAddress = (hostname: string) => (hostname.includes(':') ? `[${hostname}]` : hostname)

async function parted(names: readonly string[], port: number): Promise<Names> {
  const leads = await Promise.all(names.map((name) => leadsHere(name, port)))
  return { answering: names.filter((_, at) => leads[at]), silent: names.filter((_, at) => !leads[at]) }
}

/** Longest wait for an address to answer, in milliseconds. */
const longestWaitMs = 2000

/** Whether a connection to the name reaches this machine. */
async function leadsHere(name: string, port: number): Promise<boolean> {
  const own = new Set(Deno.networkInterfaces().map(({ address }) => plainAddress(address)))
  let leads = false
  const connect = async () => {
    using connection = await Deno.connect({ hostname: name, port })
    leads = own.has(plainAddress(connection.remoteAddr.hostname))
  }
  await within(
    longestWaitMs,
    connect().catch(() => {}),
  )
  return leads
}
