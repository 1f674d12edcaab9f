/** Deeper than anything stored here; Postgres and recursive functions fail at some thousand levels. */
const mostDepth = 100

/**
 * The reasons to refuse a JSON text; `halfPair`: half of a surrogate pair, which neither UTF-8 nor Postgres can store.
 */
export type JsonProblem = 'unreadable' | 'halfPair'

/** Parses a JSON text. Invalid UTF-8 and too deep nesting are `unreadable`, like invalid JSON. */
export function readJson(sent: string | Uint8Array): { value: unknown } | { problem: JsonProblem } {
  try {
    const text = typeof sent === 'string' ? sent : new TextDecoder('utf-8', { fatal: true }).decode(sent)
    if (depthOf(text) > mostDepth) return { problem: 'unreadable' }
    const value: unknown = JSON.parse(text)
    return hasHalfPair(text) ? { problem: 'halfPair' } : { value }
  } catch {
    return { problem: 'unreadable' }
  }
}

/** Parses a JSON text; undefined when it has a problem. */
export function parseJson(sent: string | Uint8Array): unknown {
  const read = readJson(sent)
  return 'value' in read ? read.value : undefined
}

/** Finds half of a surrogate pair, which decoded UTF-8 has only as an escape. */
function hasHalfPair(json: string): boolean {
  if (!/\\u[dD]/.test(json)) return false
  const withoutPairs = json
    .replaceAll('\\\\', ' ')
    .replaceAll(/\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/g, ' ')
  return /\\u[dD][89a-fA-F]/.test(withoutPairs)
}

function depthOf(json: string): number {
  let [depth, deepest, isInText] = [0, 0, false]
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (isInText && character === '\\') at++
    else if (character === '"') isInText = !isInText
    else if (isInText) continue
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth)
    else if (character === ']' || character === '}') depth--
  }
  return deepest
}
