import { locale } from '#app/texts/page-language.ts'

export type Cell = string | number | boolean | null | readonly string[]
export type Row = Readonly<Record<string, Cell>>

/**
 * Writes a table by RFC 4180 with a header row, as spreadsheets of that locale read it. Starts with a byte order mark, by
 * which they recognize UTF-8; prefixes text that they would run as a formula with an apostrophe.
 */
export function csvOf(columns: readonly string[], rows: readonly Row[], of = locale): string {
  const { separator, decimal, dateIn } = formatOf(of)
  const write = (column: string, cell: Cell): string => {
    if (cell === null) return ''
    // Numbers are not prefixed: a negative one must stay a number.
    if (typeof cell === 'number') return String(cell).replace('.', decimal)
    if (typeof cell === 'boolean') return String(cell)
    if (typeof cell !== 'string') return defused(cell.join('; '))
    return dateColumn.test(column) ? dateIn(cell) : defused(cell)
  }
  const quoted = (cell: string) =>
    cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  const lines = [columns, ...rows.map((row) => columns.map((column) => write(column, row[column] ?? null)))]
  return `\uFEFF${lines.map((cells) => `${cells.map(quoted).join(separator)}\r\n`).join('')}`
}

/** The columns with a day or a moment, by the contract's names. */
const dateColumn = /(?:At|On|Date)$/

/** How spreadsheets read a table, by the settings of the system: English ones also read ISO 8601. */
function formatOf(of: string): { separator: string; decimal: string; dateIn: (iso: string) => string } {
  if (of.startsWith('en')) return { separator: ',', decimal: '.', dateIn: (iso) => iso }
  const decimal = new Intl.NumberFormat(of).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? ','
  const day = new Intl.DateTimeFormat(of, { day: '2-digit', month: '2-digit', year: 'numeric' })
  const time = new Intl.DateTimeFormat(of, { timeStyle: 'medium', hourCycle: 'h23' })
  const dateIn = (iso: string) => {
    if (iso === '') return ''
    const isDay = iso.length === 10
    const moment = new Date(isDay ? `${iso}T12:00` : iso)
    return isDay ? day.format(moment) : `${day.format(moment)} ${time.format(moment)}`
  }
  // Swiss lists have semicolons, though their decimals have points.
  return { separator: decimal === ',' || of.startsWith('de') ? ';' : ',', decimal, dateIn }
}

// Some spreadsheets run a formula also after a tab or a line break.
const defused = (text: string) => (/^\s*[=+\-@]/.test(text) ? `'${text}` : text)
