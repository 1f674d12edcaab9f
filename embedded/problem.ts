/** Something the person at the keyboard can mend: shown as one sentence, with exit code 1 and no stack. */
export class Problem extends Error {
  override name = 'Problem'
}
