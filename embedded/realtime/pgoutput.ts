/** A committed row of realtime.messages, as logical replication tells it. */
export type MessageRow = {
  id: string
  topic: string
  extension: string
  event: string | undefined
  private: boolean
  /** The text of `payload`. */
  json: Uint8Array<ArrayBuffer> | undefined
}

const letter = (text: string) => text.charCodeAt(0)
const relation = letter('R')
const insert = letter('I')
const commit = letter('C')
const asText = letter('t')

const decoder = new TextDecoder()

/**
 * Reads the messages of Postgres' pgoutput plugin, protocol version 1 (PostgreSQL documentation,
 * 'Logical Replication Message Formats'), as far as inserts into one published table need it.
 */
export class PgoutputReader {
  #columns: string[] = []

  /** The row of an insert, the position up to which a commit reaches, or undefined. */
  read(bytes: Uint8Array): MessageRow | bigint | undefined {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    switch (bytes[0]) {
      case relation:
        this.#columns = readColumns(bytes, view)
        return undefined
      case insert:
        return this.#readRow(bytes, view)
      case commit:
        return view.getBigUint64(10)
      default:
        return undefined
    }
  }

  #readRow(bytes: Uint8Array, view: DataView): MessageRow {
    const values = new Map<string, Uint8Array>()
    // [I][relation: 4][N][number of columns: 2], then a kind and, for texts, a length and the text.
    let at = 8
    for (const column of this.#columns) {
      const kind = bytes[at++]
      if (kind !== asText) continue
      const length = view.getUint32(at)
      at += 4
      values.set(column, bytes.subarray(at, at + length))
      at += length
    }
    const text = (column: string) => {
      const value = values.get(column)
      return value === undefined ? undefined : decoder.decode(value)
    }
    const json = values.get('payload')
    return {
      id: text('id') ?? '',
      topic: text('topic') ?? '',
      extension: text('extension') ?? '',
      event: text('event'),
      private: text('private') === 't',
      // A copy: the bytes belong to the connection, which uses them again.
      json: json === undefined ? undefined : new Uint8Array(json),
    }
  }
}

function readColumns(bytes: Uint8Array, view: DataView): string[] {
  // [R][relation: 4], schema, name, [replica identity: 1][number of columns: 2]
  let at = afterText(bytes, afterText(bytes, 5)) + 1
  const count = view.getUint16(at)
  at += 2
  const names: string[] = []
  for (let index = 0; index < count; index++) {
    // [is key: 1], name, [type: 4][modifier: 4]
    const end = afterText(bytes, at + 1)
    names.push(decoder.decode(bytes.subarray(at + 1, end - 1)))
    at = end + 8
  }
  return names
}

const afterText = (bytes: Uint8Array, from: number) => bytes.indexOf(0, from) + 1
