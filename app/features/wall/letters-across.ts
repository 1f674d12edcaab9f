/** The letters that a line needs room for, so that `text` fits into so many lines and no word breaks. */
export function lettersAcross(text: string, lines: number): number {
  return Math.max(Math.ceil(text.length / lines), ...text.split(/\s+/).map((word) => word.length))
}
