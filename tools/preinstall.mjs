// npm, and each other package manager, runs this where it installs the packages of the project.
import { wrongInstaller } from './programs.mjs'

const reason = wrongInstaller()
if (reason !== undefined) {
  console.error(reason)
  process.exitCode = 1
}
