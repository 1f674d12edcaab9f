/** A websocket over a raw connection that is not read from once it has joined. */
export async function openUnread(base: string, key: string) {
  const { hostname, port } = new URL(base)
  const connection = await Deno.connect({ hostname, port: Number(port) })
  const bytes = (text: string) => new TextEncoder().encode(text)
  await connection.write(
    bytes(
      `GET /websocket?vsn=2.0.0&apikey=${key} HTTP/1.1\r\nHost: ${hostname}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    ),
  )
  const seen = new Uint8Array(4096)
  let text = ''
  const until = async (end: string) => {
    while (!text.includes(end)) text += new TextDecoder().decode(seen.subarray(0, (await connection.read(seen)) ?? 0))
  }
  await until('\r\n\r\n')
  return {
    async join(topic: string) {
      const frame = bytes(JSON.stringify(['1', '1', topic, 'phx_join', { config: { private: true } }]))
      // Final text frame with a length of 16 bits, masked with zeros.
      await connection.write(
        new Uint8Array([0x81, 0x80 | 126, frame.length >> 8, frame.length & 255, 0, 0, 0, 0, ...frame]),
      )
      await until('phx_reply')
    },
    close: () => connection.close(),
  }
}
