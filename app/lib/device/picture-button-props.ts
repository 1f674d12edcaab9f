import type { ComponentType } from 'react'

/** An uploaded picture that is not assigned yet: its address, and a preview. */
export type SentPicture = { address: string; preview: string }

export type PictureButtonProps = {
  /** The text of the button, and the title of its dialog. */
  label: string
  /** A sentence about the allowed pictures. */
  note: string
  /** Called with an uploaded picture; the dialog closes when this succeeds, and stays open when it fails. */
  save: (picture: SentPicture) => Promise<void> | void
  /** The text for a failure without a sentence of its own. */
  failure: string
}

/** Passed by the shell to features that show faces, because features do not import each other. */
export type PictureButtonType = ComponentType<PictureButtonProps>
