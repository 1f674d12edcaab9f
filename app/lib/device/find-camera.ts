import { allowed } from '#app/state/allowed.ts'

/** How this device takes a photo: with its camera app, inside the page, or not at all. */
export type Camera = 'app' | 'page' | 'none'

export async function findCamera(): Promise<Camera> {
  const isHandheld = matchMedia('(hover: none) and (pointer: coarse)').matches
  // Without https a page cannot list cameras; a handheld device has one.
  if (mediaDevices() === undefined) return isHandheld ? 'app' : 'none'
  if (!(await hasCamera())) return 'none'
  if (isHandheld) return 'app'
  return (await isCameraDenied()) ? 'none' : 'page'
}

/** Whether this page may show the picture of a camera in itself; on a handheld device too. */
export const mayShowCamera = async (): Promise<boolean> => (await hasCamera()) && !(await isCameraDenied())

const mediaDevices = () => allowed(() => navigator.mediaDevices) ?? undefined

async function hasCamera(): Promise<boolean> {
  const devices = await mediaDevices()
    ?.enumerateDevices()
    .catch(() => [])
  return devices?.some(({ kind }) => kind === 'videoinput') === true
}

async function isCameraDenied(): Promise<boolean> {
  // Some browsers do not support this query.
  const permission = await allowed(() => navigator.permissions.query({ name: 'camera' }))?.catch(() => undefined)
  return permission?.state === 'denied'
}
