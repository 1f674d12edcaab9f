const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** Real pictures, white, 7 pixels wide and 5 high. */
export const samplePictures = {
  'image/jpeg': bytesOf(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAFAAcDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKAAD//Z',
  ),
  'image/png': bytesOf('iVBORw0KGgoAAAANSUhEUgAAAAcAAAAFAQAAAACh4ct1AAAAC0lEQVR4nGNggAEAAAoAAX+AdF4AAAAASUVORK5CYII='),
  'image/webp': bytesOf('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoHAAUAAsBMJaQAA3AA/veMAAA='),
  'image/gif': bytesOf('R0lGODlhBwAFAIAAAP///wAAACwAAAAABwAFAAACBYSPqctdADs='),
} as const

/** The same picture without loss, and as a file that holds more than the picture. */
export const otherWebps = [
  bytesOf('UklGRh4AAABXRUJQVlA4TBEAAAAvBgABAAfQ//73v/+BiOh/AAA='),
  bytesOf('UklGRjYAAABXRUJQVlA4WAoAAAAAAAAABgAABAAAVlA4IBgAAAAwAQCdASoHAAUAAsBMJaQAA3AA/veMAAA='),
] as const

/** Returns a PNG whose header declares that size. */
export function pngOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const png = Uint8Array.from(samplePictures['image/png'])
  const view = new DataView(png.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return png
}
