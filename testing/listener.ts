export type Access = { token: string; publishableKey: string }

export const joining = (topic: string, { token }: Access) =>
  JSON.stringify(['1', '1', topic, 'phx_join', { config: { private: true }, access_token: token }])
export const address = (url: string, { publishableKey }: Access) =>
  `${url}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`

/** `closed` resolves when its connection has ended, by `close` or by the server. */
type Listener = { heard(): number; closed: Promise<void>; close(): Promise<void> }

/** A client that joins a topic (`realtime:family:…`) and counts its messages. */
export async function listener(
  url: string,
  topic: string,
  access: Access,
  client?: Deno.HttpClient,
): Promise<Listener> {
  // The types of Node hide that Deno's WebSocket takes a client.
  const socket: WebSocket = Reflect.construct(WebSocket, [
    address(url.replace('http', 'ws'), access),
    ...(client === undefined ? [] : [{ client }]),
  ])
  const joined = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  let heard = 0
  socket.onopen = () => socket.send(joining(topic, access))
  socket.onmessage = ({ data }) => {
    // Broadcasts come as binary frames.
    if (typeof data === 'string') joined.resolve()
    else heard++
  }
  socket.onclose = () => {
    joined.reject(new Error('It was closed'))
    closed.resolve()
  }
  await joined.promise
  return {
    heard: () => heard,
    closed: closed.promise,
    close: () => {
      socket.close()
      return closed.promise
    },
  }
}
