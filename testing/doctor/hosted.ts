import { proxy } from '../../deploy/proxy.ts'
import { throughProxy } from '../../edge-functions/api/through-proxy.ts'
import { startFunctionsGateway } from '../functions-gateway.ts'
import { behind } from './faulty-proxy.ts'

export const secret = 'a secret that the proxy shares with the function'

/** Answers in place of the function, or has it see another address. */
type Fault = (request: Request, headers: Headers, path: string) => Response | void

/**
 * The stack as a hosted project: `deploy/proxy.ts` in front of the gateway of functions, which takes Set-Cookie away.
 */
export function asHosted<T>(
  url: string,
  fault: Fault,
  look: (address: string, functionUrl: string) => Promise<T>,
): Promise<T> {
  const api = {
    cleanUpIfDue: () => undefined,
    async fetch(request: Request, caller = '198.51.100.254') {
      const { pathname, search } = new URL(request.url)
      const { method, body } = request
      const headers = new Headers(request.headers)
      headers.set('x-forwarded-for', caller)
      const own = fault(request, headers, pathname)
      const answer = own ?? (await fetch(`${url}${pathname}${search}`, { method, headers, body, redirect: 'manual' }))
      // Copied, because the headers of a `fetch` response are immutable.
      return new Response(answer.body, answer)
    },
  }
  const gateway = startFunctionsGateway((request) => throughProxy(api, secret, request))
  const settings = { functionUrl: gateway.url, secret, region: undefined }
  return behind(url, [[/ \/(api|objects)\//, (_, request, caller) => proxy(request, caller, settings)]], (address) =>
    look(address, gateway.url),
  ).finally(() => gateway.close())
}
