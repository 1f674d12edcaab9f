import { Problem } from '../problem.ts'
import { escapeHtml } from './escape-html.ts'

const valueNames = ['.SiteURL', '.TokenHash', '.Email', '.Data.language', '.Data.first_name'] as const
type ValueName = (typeof valueNames)[number]

/** Values for a template; an empty text where nothing is known. */
export type MailValues = Readonly<Record<ValueName, string>>

/** Fills in a subject or a body. */
export type MailTemplate = (values: MailValues) => string

type Condition = { value: ValueName; equals?: string }
type Part = string | { value: ValueName; encode: (text: string) => string } | { branches: { condition?: Condition; parts: Part[] }[] }

/**
 * Reads the part of Go's templates that our mails use: values, and `if` with `eq`. Values are escaped as html/template escapes them, in text
 * and in addresses. Throws a Problem that names `file` for everything else.
 */
export function compileMailTemplate(file: string, source: string): MailTemplate {
  // Every second piece is the inside of an action.
  const pieces = source.split(/\{\{(.*?)\}\}/s)
  const refuse = (action: string) => new Problem(`${file} cannot use {{${action}}}: a mail knows ${valueNames.join(', ')}, if, else if, else and end.`)
  let at = 0
  let html = ''

  function readParts(): { parts: Part[]; end: string } {
    const parts: Part[] = []
    for (; at < pieces.length; at++) {
      const piece = pieces[at] ?? ''
      if (at % 2 === 0) {
        if (piece.includes('{{')) throw new Problem(`${file} has a {{ without its }}.`)
        html += piece
        parts.push(piece)
        continue
      }
      const action = piece.trim()
      if (/^(else\b|end$)/.test(action)) return { parts, end: action }
      if (action.startsWith('if ')) {
        parts.push(readBranches(action))
        continue
      }
      const value = nameOf(action)
      if (value === undefined) throw refuse(piece)
      parts.push({ value, encode: encoderAt(html, value) })
    }
    return { parts, end: '' }
  }

  function readBranches(opening: string): Part {
    const branches: { condition?: Condition; parts: Part[] }[] = []
    for (let action = opening; ;) {
      const condition = conditionOf(action)
      if (condition === undefined && action !== 'else') throw refuse(` ${action} `)
      at++
      const { parts, end } = readParts()
      branches.push(condition === undefined ? { parts } : { condition, parts })
      if (end === 'end') return { branches }
      if (end === '' || condition === undefined) throw new Problem(`${file} has an {{ if }} without its {{ end }}.`)
      action = end
    }
  }

  const { parts, end } = readParts()
  if (end !== '') throw refuse(` ${end} `)
  return (values) => fillIn(parts, values)
}

const nameOf = (text: string): ValueName | undefined => valueNames.find((name) => name === text)

function conditionOf(action: string): Condition | undefined {
  const [, name = '', equals] = /^(?:else )?if (?:eq )?(\S+)(?: "([^"\\]*)")?$/.exec(action) ?? []
  const value = nameOf(name)
  if (value === undefined || action.includes('if eq ') !== (equals !== undefined)) return undefined
  return equals === undefined ? { value } : { value, equals }
}

/** In an address, what stands behind the site's own is percent-encoded first. */
function encoderAt(html: string, value: ValueName): (text: string) => string {
  const inAddress = /href="[^"]*$/.test(html) && value !== '.SiteURL'
  return inAddress ? (text) => escapeHtml(encodeURIComponent(text)) : escapeHtml
}

function fillIn(parts: readonly Part[], values: MailValues): string {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part
    if ('value' in part) return part.encode(values[part.value])
    const branch = part.branches.find(({ condition }) => condition === undefined || holds(condition, values))
    return branch === undefined ? '' : fillIn(branch.parts, values)
  })
  return texts.join('')
}

const holds = ({ value, equals }: Condition, values: MailValues) => (equals === undefined ? values[value] !== '' : values[value] === equals)
