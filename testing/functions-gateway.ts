/** A stand-in for the gateway of edge functions; `url` ends with the function's name. */
export type FunctionsGateway = { url: string; close(): Promise<void> }

/**
 * Forwards to `run` as Supabase's gateways of edge functions do: the path begins with the function's name, callers may
 * write anything into `x-forwarded-for`, `x-forwarded-proto` is that of the last connection, and `Set-Cookie` is dropped.
 */
export function startFunctionsGateway(run: (request: Request) => Promise<Response>): FunctionsGateway {
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, async (request) => {
    const url = new URL(request.url)
    url.pathname = url.pathname.slice('/functions/v1'.length)
    const headers = new Headers(request.headers)
    headers.set(
      'x-forwarded-for',
      [request.headers.get('x-forwarded-for'), '192.0.2.1'].filter((part) => part !== null).join(', '),
    )
    headers.set('x-forwarded-proto', 'http')
    const answer = await run(
      new Request(url, { method: request.method, headers, body: request.body, redirect: 'manual' }),
    )
    const passedBack = new Headers(answer.headers)
    passedBack.delete('set-cookie')
    return new Response(answer.body, { status: answer.status, headers: passedBack })
  })
  return { url: `http://127.0.0.1:${server.addr.port}/functions/v1/api`, close: () => server.shutdown() }
}
