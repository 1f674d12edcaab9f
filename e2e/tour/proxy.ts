import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { forwardUpgrades } from './forward-upgrades.ts'
import { pageScript } from './page-script.ts'

const scriptPath = '/tour.js'
const scriptTag = `<script src="${scriptPath}"></script>`

export type Proxy = Awaited<ReturnType<typeof startProxy>>

/**
 * A proxy in front of the story server, since no driver cuts the network in every engine. Each page gets the tour's
 * script before its own ones, so that its first errors are recorded.
 */
export async function startProxy(storyPort: number) {
  const sockets = new Set<Socket>()
  const script = await pageScript()
  const server = createServer((incoming, answer) => {
    if (incoming.url === scriptPath)
      return answer.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script)
    // A page is rewritten, so it must come whole and uncompressed.
    const { 'accept-encoding': _encoding, 'if-none-match': _tag, ...headers } = incoming.headers
    const outgoing = request(
      { host: '127.0.0.1', port: storyPort, method: incoming.method, path: incoming.url, headers },
      (given) => {
        const { 'content-length': _length, 'transfer-encoding': _chunks, ...kept } = given.headers
        const status = given.statusCode ?? 502
        if (given.headers['content-type']?.startsWith('text/html') !== true)
          return void given.pipe(answer.writeHead(status, given.headers))
        return void text(given).then((page) =>
          answer.writeHead(status, kept).end(page.replace('<head>', `<head>${scriptTag}`)),
        )
      },
    )
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
    return undefined
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  })
  forwardUpgrades(server, storyPort)
  const listen = (port: number) => once(server.listen(port, 'localhost'), 'listening')
  /** Closes all connections and refuses new ones, as without a network. */
  const cut = async () => {
    const closed = once(server.close(), 'close')
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}`, cut, restore: () => listen(port), close: cut }
}
