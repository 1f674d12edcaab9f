import type { ComponentType } from 'react'
import type { DeviceId } from '#domain/contract/ids.ts'

export type DeviceChoiceProps = {
  /** The ids of the devices without a tick, which stay signed in. */
  kept: readonly DeviceId[]
  onKeep: (kept: readonly DeviceId[]) => void
  /** A sentence below the list. */
  note?: string
}

/** Passed by the shell to features that sign an account out, because features do not import each other. */
export type DeviceChoiceType = ComponentType<DeviceChoiceProps>
