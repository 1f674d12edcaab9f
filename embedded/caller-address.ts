/**
 * Who calls: the other end of the socket, or whom the outermost of the operator's proxies has seen. Each proxy adds its caller at
 * the right of X-Forwarded-For, so what callers write there themselves stands further left. Who has passed fewer proxies counts as
 * the other end of the socket.
 */
export function callerAddress(headers: Headers, peer: string, trustedProxies: number): string {
  const seen = trustedProxies === 0 ? undefined : headers.get('x-forwarded-for')?.split(',').at(-trustedProxies)?.trim()
  // An IPv4 address has another name on a socket that takes IPv6 too.
  return (seen || peer).replace(/^::ffff:(?=\d+\.)/, '')
}

export const isLoopback = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address)
