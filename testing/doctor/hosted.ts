import { proxy } from '../../deploy/proxy.ts'
import { throughProxy } from '../../edge-functions/api/through-proxy.ts'
import { startFunctionsGateway } from '../functions-gateway.ts'
import { behind } from './faulty-proxy.ts'
import type { FaultyProxy } from './faulty-proxy.ts'

export const secret = 'a secret that the proxy shares with the function'

/**
 * The stack as a hosted project: `deploy/proxy.ts` in front of the gateway of functions, which takes Set-Cookie away;
 * `fault` is one of the function.
 */
export async function asHosted<T>(
  url: string,
  { fault = {}, asksForSecret = true }: { fault?: FaultyProxy; asksForSecret?: boolean },
  look: (address: string, functionUrl: string) => Promise<T>,
): Promise<T> {
  const api = {
    cleanUpIfDue: () => undefined,
    async fetch(request: Request, caller = '198.51.100.254') {
      const { pathname, search } = new URL(request.url)
      const { method, body } = request
      const headers = new Headers(request.headers)
      headers.set('x-forwarded-for', caller)
      const own = await fault.ask?.(request, headers, pathname, caller)
      const answer = own ?? (await fetch(`${url}${pathname}${search}`, { method, headers, body, redirect: 'manual' }))
      // Copied, because the headers of a `fetch` response are immutable.
      return new Response(answer.body, answer)
    },
  }
  const gateway = startFunctionsGateway((request) =>
    asksForSecret
      ? throughProxy(api, secret, request)
      : api.fetch(request, request.headers.get('x-bubblequest-caller') ?? undefined),
  )
  const settings = { functionUrl: gateway.url, secret, region: undefined }
  const front: FaultyProxy = {
    ask: (request, _, path, caller) => (/^\/(api|objects)\//.test(path) ? proxy(request, caller, settings) : undefined),
  }
  return behind(url, front, (address) => look(address, gateway.url)).finally(() => gateway.close())
}
