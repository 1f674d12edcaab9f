import type { FamilyId } from '#domain/contract/ids.ts'
import { welcome } from '#texts/welcome'

export type PairDeviceProps = {
  familyId: FamilyId
  /** Called when a device has joined. */
  onJoined?: () => void
}

/** Says how a child's device joins the family. */
export default function PairDevice(_props: PairDeviceProps) {
  return <p className="mx-auto max-w-prose text-center">{welcome.signInThere}</p>
}
