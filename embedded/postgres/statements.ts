/**
 * The statements of an SQL script, each without its closing semicolon, as written. Knows quotes,
 * dollar quotes, and both kinds of comments (block comments nest in Postgres).
 */
export function statements(script: string): string[] {
  const found: string[] = []
  let start = 0
  let at = 0
  while (at < script.length) {
    const skipped = skip(script, at)
    if (skipped > at) at = skipped
    else if (script[at] === ';') {
      found.push(script.slice(start, at))
      at++
      start = at
    } else at++
  }
  found.push(script.slice(start))
  return found.map((statement) => statement.trim()).filter((statement) => withoutComments(statement) !== '')
}

/** Where the quote or comment that begins at `at` ends; `at` itself when none begins there. */
function skip(script: string, at: number): number {
  const rest = script.slice(at, at + 70)
  if (rest.startsWith('--')) return endOf(script, '\n', at)
  if (rest.startsWith('/*')) return endOfBlockComment(script, at)
  if (rest.startsWith("'")) return endOfQuote(script, at, "'", /(?:^|[^A-Za-z_0-9$\u0080-\uffff])[eE]$/.test(script.slice(Math.max(0, at - 2), at)))
  if (rest.startsWith('"')) return endOfQuote(script, at, '"', false)
  const tag = /^\$(?:[A-Za-z_\u0080-\uffff][A-Za-z_0-9\u0080-\uffff]*)?\$/.exec(rest)?.[0]
  // `a$1$b` is an identifier, not a quote.
  if (tag !== undefined && !/[A-Za-z_0-9$\u0080-\uffff]$/.test(script.slice(Math.max(0, at - 1), at))) return endOf(script, tag, at + tag.length)
  return at
}

function endOf(script: string, mark: string, from: number): number {
  const found = script.indexOf(mark, from)
  return found === -1 ? script.length : found + mark.length
}

function endOfQuote(script: string, at: number, quote: string, backslashes: boolean): number {
  for (let index = at + 1; index < script.length; index++) {
    if (backslashes && script[index] === '\\') index++
    else if (script[index] === quote) {
      if (script[index + 1] !== quote) return index + 1
      index++
    }
  }
  return script.length
}

function endOfBlockComment(script: string, at: number): number {
  let depth = 0
  for (let index = at; index < script.length; index++) {
    if (script.startsWith('/*', index)) {
      depth++
      index++
    } else if (script.startsWith('*/', index)) {
      depth--
      index++
      if (depth === 0) return index + 1
    }
  }
  return script.length
}

function withoutComments(statement: string): string {
  let kept = ''
  let at = 0
  while (at < statement.length) {
    if (statement.startsWith('--', at) || statement.startsWith('/*', at)) at = skip(statement, at)
    else {
      kept += statement[at]
      at++
    }
  }
  return kept.trim()
}
