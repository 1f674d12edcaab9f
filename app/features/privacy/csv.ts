export type Cell = string | number | boolean | null | readonly string[]
export type Row = Readonly<Record<string, Cell>>

/**
 * Writes a table by RFC 4180 with a header row. Starts with a byte order mark, by which spreadsheets recognize UTF-8;
 * prefixes text that they would run as a formula with an apostrophe.
 */
export function csvOf(columns: readonly string[], rows: readonly Row[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => written(row[column] ?? null)))]
  return `\uFEFF${lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')}`
}

function written(cell: Cell): string {
  if (cell === null) return ''
  // Numbers are not prefixed: a negative one must stay a number.
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  return defused(typeof cell === 'string' ? cell : cell.join('; '))
}

// Some spreadsheets run a formula also after a tab or a line break.
const defused = (text: string) => (/^\s*[=+\-@]/.test(text) ? `'${text}` : text)

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
