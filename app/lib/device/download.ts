/** Downloads a generated file. */
export function download(name: string, content: BlobPart, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = name
  link.click()
  // Waits, because some browsers start to read the file later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
