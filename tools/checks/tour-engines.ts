import { missingEngines } from '../engines.mjs'

/** Names the engines that the tour did without, and what installs them; returns whether that is all right: in CI none that can be installed may be missing. */
export function tellMissingEngines({ isCi, missing = missingEngines() }: { isCi: boolean; missing?: ReturnType<typeof missingEngines> }): boolean {
  for (const sentence of missing.sentences) console.log(sentence)
  return !isCi || missing.installable.length === 0
}
