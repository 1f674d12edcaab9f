/** How this device takes a photo: with the camera app it has, inside the page, or not at all. */
export type Camera = 'app' | 'page' | 'none'

export async function findCamera(): Promise<Camera> {
  const { mediaDevices } = navigator
  const isHandheld = matchMedia('(hover: none) and (pointer: coarse)').matches
  // Where the house's server has no https, pages are not told of cameras; what is held in a hand has one.
  if (!('mediaDevices' in navigator)) return isHandheld ? 'app' : 'none'
  const devices = await mediaDevices.enumerateDevices().catch(() => [])
  if (!devices.some(({ kind }) => kind === 'videoinput')) return 'none'
  if (isHandheld) return 'app'
  // Not every browser tells.
  const permission = await navigator.permissions.query({ name: 'camera' }).catch(() => undefined)
  return permission?.state === 'denied' ? 'none' : 'page'
}
