import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Plugin } from 'vite'
import { proxy } from '../deploy/proxy.ts'
import type { ProxySettings } from '../deploy/proxy.ts'

/** Leads `/api` and `/objects` of Vite's server to an edge function, through the same proxy as a static host. */
export function functionProxy(settings: ProxySettings): Plugin {
  return {
    name: 'function-proxy',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!/^\/(api|objects)\//.test(request.url ?? '')) return next()
        // An error while the response is being sent closes the connection.
        answer(request, response, settings).catch((error: unknown) =>
          response.destroy(error instanceof Error ? error : undefined),
        )
      })
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, settings: ProxySettings): Promise<void> {
  const { status, headers, body } = await proxy(asRequest(request), request.socket.remoteAddress, settings)
  response.statusCode = status
  for (const [name, value] of headers) if (name !== 'set-cookie') response.setHeader(name, value)
  response.setHeader('set-cookie', headers.getSetCookie())
  if (body === null) response.end()
  else await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), response)
}

function asRequest(request: IncomingMessage): Request {
  const { method = 'GET', url = '/', headers } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(`http://${headers.host ?? 'localhost'}${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(hasBody ? { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: 'half' } : {}),
  })
}
