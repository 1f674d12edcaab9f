import type { ComponentType } from 'react'

/** A picture that was sent, and waits to be named: the address it was sent to, and what it looks like. */
export type SentPicture = { address: string; preview: string }

export type PictureButtonProps = {
  /** What the button says, and the title of the dialog that it opens. */
  label: string
  /** What may be chosen, in words. */
  note: string
  /** Called with a picture that was sent; the dialog closes when it is through, and stays when it fails. */
  save: (picture: SentPicture) => Promise<void> | void
  /** What is said of a failure that has no words of its own. */
  failure: string
}

/** As the shell hands it to those who show faces: features don't know each other. */
export type PictureButton = ComponentType<PictureButtonProps>
