/** The part of a file that is asked for: first and last byte, both counted from 0. */
export type Range = { first: number; last: number }

/** Whether whoever asks already has it: the tag decides, the day only where no tag came along. */
export function isUnchanged(headers: Headers, eTag: string, lastModified: Date): boolean {
  const known = headers.get('if-none-match')
  if (known !== null) {
    return known.split(',').some((tag) => {
      const bare = tag.trim().replace(/^W\//, '')
      return bare === '*' || bare === eTag
    })
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  // The header knows no milliseconds.
  return !Number.isNaN(since) && Math.floor(lastModified.getTime() / 1000) * 1000 <= since
}

/** Undefined stands for the whole file: no range, several, or one that cannot be read. */
export function rangeOf(headers: Headers, size: number, eTag: string): Range | 'unsatisfiable' | undefined {
  const part = /^bytes=(\d*)-(\d*)$/i.exec(headers.get('range')?.trim() ?? '')
  if (part === null) return undefined
  const only = headers.get('if-range')
  if (only !== null && only !== eTag) return undefined
  const [, from = '', to = ''] = part
  if (from === '' && to === '') return undefined
  if (from === '') return size === 0 || Number(to) === 0 ? 'unsatisfiable' : { first: Math.max(0, size - Number(to)), last: size - 1 }
  const range = { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
  if (range.first >= size) return 'unsatisfiable'
  return range.first > range.last ? undefined : range
}
