export type Cell = string | number | boolean | null | readonly string[]
export type Row = Readonly<Record<string, Cell>>

/**
 * A table as RFC 4180 has it, with the columns named. It begins with the mark that tells spreadsheets
 * that it is UTF-8; what they would take for a formula gets an apostrophe in front.
 */
export function csvOf(columns: readonly string[], rows: readonly Row[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => written(row[column] ?? null)))]
  return `\uFEFF${lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')}`
}

function written(cell: Cell): string {
  if (cell === null) return ''
  // A number of ours is none: below 0 it has to stay one that can be added up.
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  return defused(typeof cell === 'string' ? cell : cell.join('; '))
}

// A tab or a line break before it does not keep every spreadsheet from calculating.
const defused = (text: string) => (/^\s*[=+\-@]/.test(text) ? `'${text}` : text)

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
