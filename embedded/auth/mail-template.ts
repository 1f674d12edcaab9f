import { Problem } from '../problem.ts'

const valueNames = ['.SiteURL', '.TokenHash', '.Email', '.Data.language'] as const
type ValueName = (typeof valueNames)[number]

/** Values for a template; an empty text where nothing is known. */
export type MailValues = Readonly<Record<ValueName, string>>

/** Fills in a subject or a body. */
export type MailTemplate = (values: MailValues) => string

/**
 * Reads the part of Go's templates that our mails use: values, and `if` with `eq`. Values are escaped as html/template
 * escapes them, in text and in addresses. Throws a Problem that names `file` for everything else.
 */
export function compileMailTemplate(file: string, source: string): MailTemplate {
  // Every second piece is the inside of an action.
  const pieces = source.split(/\{\{(.*?)\}\}/s)
  const refuse = (action: string) =>
    new Problem(`${file} cannot use {{${action}}}: a mail knows ${valueNames.join(', ')}, if, else if, else and end.`)
  let at = 0
  let html = ''

  /** Reads up to an `else`, an `end` or the end of the source. */
  function readParts(): { fill: MailTemplate; end: string } {
    const parts: MailTemplate[] = []
    const fill: MailTemplate = (values) => parts.map((part) => part(values)).join('')
    for (; at < pieces.length; at++) {
      const piece = pieces[at] ?? ''
      const action = piece.trim()
      if (at % 2 === 0) {
        if (piece.includes('{{')) throw new Problem(`${file} has a {{ without its }}.`)
        html += piece
        parts.push(() => piece)
      } else if (/^(else\b|end$)/.test(action)) {
        return { fill, end: action }
      } else if (action.startsWith('if ')) {
        parts.push(readBranches(action))
      } else {
        const name = nameOf(action)
        if (name === undefined) throw refuse(piece)
        const encode = encoderAt(html, name)
        parts.push((values) => encode(values[name]))
      }
    }
    return { fill, end: '' }
  }

  function readBranches(opening: string): MailTemplate {
    const branches: { holds: Condition; fill: MailTemplate }[] = []
    for (let action = opening; ;) {
      const condition = conditionOf(action)
      if (condition === undefined && action !== 'else') throw refuse(` ${action} `)
      at++
      const { fill, end } = readParts()
      branches.push({ holds: condition ?? (() => true), fill })
      if (end === 'end') return (values) => branches.find(({ holds }) => holds(values))?.fill(values) ?? ''
      if (end === '' || condition === undefined) throw new Problem(`${file} has an {{ if }} without its {{ end }}.`)
      action = end
    }
  }

  const { fill, end } = readParts()
  if (end !== '') throw refuse(` ${end} `)
  return fill
}

const nameOf = (text: string): ValueName | undefined => valueNames.find((name) => name === text)

type Condition = (values: MailValues) => boolean

function conditionOf(action: string): Condition | undefined {
  const [, text = '', equals] = /^(?:else )?if (?:eq )?(\S+)(?: "([^"\\]*)")?$/.exec(action) ?? []
  const name = nameOf(text)
  if (name === undefined || action.includes('if eq ') !== (equals !== undefined)) return undefined
  return (values) => (equals === undefined ? values[name] !== '' : values[name] === equals)
}

/**
 * Returns the escape function for a value at this place: inside an address it is percent-encoded too, unless it is the
 * site's own address.
 */
function encoderAt(html: string, name: ValueName): (text: string) => string {
  const inAddress = /href="[^"]*$/.test(html) && name !== '.SiteURL'
  return inAddress ? (text) => escapeHtml(encodeURIComponent(text)) : escapeHtml
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** For text and for quoted attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
