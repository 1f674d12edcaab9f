// Forwards `/api/…` and `/objects/…` of the app's own address to the edge function. A plain handler without imports:
// the file beside it for each host (Netlify, Vercel, Cloudflare) only reads that host's settings and the caller's
// address.

export type ProxySettings = {
  /** Without a slash at the end: `https://REFERENCE.supabase.co/functions/v1/api`. */
  functionUrl: string
  /** Shared with the function, which trusts no other source for a caller's address. */
  secret: string
  /** The database's region, such as `eu-central-1`, in which the function then runs instead of near this proxy. */
  region: string | undefined
}

/**
 * The request headers that the function reads, and `accept` and `user-agent` for its host's logs. Others are not
 * forwarded.
 */
const passedOn = [
  'accept',
  'content-type',
  'cookie',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'origin',
  'sec-fetch-site',
  'user-agent',
]

/** The headers of every answer: those of edge-functions/api/answer-headers.ts. */
export const answerHeaders = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' }

/** Reads the settings; throws with the name of a missing or wrong one, which the host logs. */
export function readProxySettings(env: (name: string) => string | undefined): ProxySettings {
  const functionUrl = env('BUBBLEQUEST_FUNCTION_URL')?.replace(/\/$/, '') ?? ''
  if (!URL.canParse(functionUrl)) throw new Error('BUBBLEQUEST_FUNCTION_URL must be the address of the edge function')
  const secret = env('BUBBLEQUEST_PROXY_SECRET') ?? ''
  if (secret.length < 32)
    throw new Error('BUBBLEQUEST_PROXY_SECRET must have at least 32 characters, the same as at the function')
  return { functionUrl, secret, region: env('BUBBLEQUEST_DB_REGION') || undefined }
}

/** Returns the function's response. `address` is the caller's, from the host. */
export async function proxy(request: Request, address: string | undefined, settings: ProxySettings): Promise<Response> {
  const url = new URL(request.url)
  const headers = new Headers({
    // A compressed response would have to be decompressed and compressed again for the browser.
    'accept-encoding': 'identity',
    'x-forwarded-host': url.host,
    'x-forwarded-proto': url.protocol.slice(0, -1),
    // Gateways overwrite the header above with the scheme of their own connection.
    'x-bubblequest-scheme': url.protocol.slice(0, -1),
    'x-bubblequest-proxy': settings.secret,
    'x-bubblequest-copy-cookies': '1',
  })
  if (address !== undefined && address !== '') headers.set('x-bubblequest-caller', address)
  if (settings.region !== undefined) headers.set('x-region', settings.region)
  for (const name of passedOn) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const path = url.pathname.replace(/^\/api(?=\/|$)/, '')
  // `duplex` is not in every host's types, and every host but Deno wants it for a body that is sent on while it
  // arrives.
  const sent: RequestInit & { duplex?: 'half' } = { method: request.method, headers, redirect: 'manual' }
  if (request.body !== null) Object.assign(sent, { body: request.body, duplex: 'half' })
  try {
    return passedBack(await fetch(`${settings.functionUrl}${path}${url.search}`, sent))
  } catch {
    return Response.json(
      { code: 'unavailable', message: 'The server is not ready yet. Please try again in a moment.' },
      { status: 503, headers: { 'cache-control': 'no-store', 'retry-after': '1', ...answerHeaders } },
    )
  }
}

/** Restores the cookies from the copy: the gateway of edge functions removes `Set-Cookie` from responses. */
function passedBack(answer: Response): Response {
  const headers = new Headers(answer.headers)
  // The gateway answers some requests itself.
  for (const [name, value] of Object.entries(answerHeaders)) headers.set(name, value)
  const said = headers.get('x-bubblequest-set-cookie')
  headers.delete('x-bubblequest-set-cookie')
  if (said !== null) {
    headers.delete('set-cookie')
    for (const cookie of JSON.parse(said) as string[]) headers.append('set-cookie', cookie)
  }
  // `fetch` has decompressed the body.
  if (headers.has('content-encoding')) for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(answer.body, { status: answer.status, headers })
}
