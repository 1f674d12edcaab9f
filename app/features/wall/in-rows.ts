/** The number of items in a row when all rows are about equally long. */
export function inRows(count: number, most: number): number {
  return Math.ceil(count / Math.ceil(count / most))
}
