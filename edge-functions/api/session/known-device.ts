import * as z from 'zod/mini'
import { deviceCookie, deviceName, readCookie } from './cookies.ts'
import type { Seal } from './seal.ts'

const Device = z.object({ id: z.uuid(), emails: z.array(z.string()) })

/** A browser and the accounts that have signed in on it. */
export type KnownDevice = z.infer<typeof Device>

// A cookie holds 4 kB.
const mostEmails = 4

/** Reads the device's cookie; undefined unless somebody has signed in on it before. */
export async function readDevice(seal: Seal, request: Request): Promise<KnownDevice | undefined> {
  const sealed = readCookie(request, deviceName)
  const text = sealed && (await seal.open(deviceName, sealed))
  return text === undefined || text === '' ? undefined : Device.parse(JSON.parse(text))
}

/** Returns the cookie that makes this a known device of that account. */
export async function rememberDevice(seal: Seal, request: Request, email: string): Promise<string> {
  const known = await readDevice(seal, request)
  const emails = [email, ...(known?.emails ?? []).filter((other) => other !== email)].slice(0, mostEmails)
  return deviceCookie(
    request,
    await seal.close(deviceName, JSON.stringify({ id: known?.id ?? crypto.randomUUID(), emails })),
  )
}
