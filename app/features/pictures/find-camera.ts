/** How this device takes a photo: with its camera app, inside the page, or not at all. */
export type Camera = 'app' | 'page' | 'none'

export async function findCamera(): Promise<Camera> {
  const { mediaDevices } = navigator
  const isHandheld = matchMedia('(hover: none) and (pointer: coarse)').matches
  // Without https a page cannot list cameras; a handheld device has one.
  if (!('mediaDevices' in navigator)) return isHandheld ? 'app' : 'none'
  const devices = await mediaDevices.enumerateDevices().catch(() => [])
  if (!devices.some(({ kind }) => kind === 'videoinput')) return 'none'
  if (isHandheld) return 'app'
  // Some browsers do not support this query.
  const permission = await navigator.permissions.query({ name: 'camera' }).catch(() => undefined)
  return permission?.state === 'denied' ? 'none' : 'page'
}
