import type { DeviceModel } from '../../../domain/contract/devices.ts'

// The first that matches: an Android phone says Linux, and a Chromebook X11. An iPad mostly says that it is a Mac.
const signs: readonly (readonly [DeviceModel, RegExp])[] = [
  ['ipad', /iPad/],
  ['iphone', /iPhone|iPod/],
  ['android_phone', /Android.*Mobile/],
  ['android_tablet', /Android|Silk\//],
  ['chromebook', /CrOS/],
  ['windows', /Windows/],
  ['mac', /Macintosh/],
  ['linux', /Linux|X11/],
]

/** Returns the kind of machine that a browser says it runs on. */
export function deviceModelOf(request: Request): DeviceModel {
  const userAgent = request.headers.get('user-agent') ?? ''
  return signs.find(([, sign]) => sign.test(userAgent))?.[0] ?? 'other'
}
