import data from '@mdn/browser-compat-data' with { type: 'json' }
import browserslist from 'browserslist'

/** MDN's compatibility data: for each web feature the browser versions that have it. */
export const { api, css, javascript } = data

const namesInData = { safari: 'safari', ios_saf: 'safari_ios', chrome: 'chrome', edge: 'edge', firefox: 'firefox' }

/** The oldest version of each browser in `browserslist` of package.json, by its name in the compatibility data. */
export const floor = oldestVersions()

function oldestVersions() {
  /** @type {Record<string, number>} */
  const oldest = {}
  for (const entry of browserslist(undefined, { path: import.meta.dirname })) {
    const [browser, versions] = entry.split(' ')
    const name = namesInData[browser]
    if (name === undefined)
      throw new Error(
        `browserslist in package.json names ${browser}: give its name in the compatibility data in ${import.meta.filename}`,
      )
    const version = Number.parseFloat(versions)
    oldest[name] = Math.min(version, oldest[name] ?? version)
  }
  return oldest
}

/** True when `browser` has the feature of a `__compat` entry, in version `version` or, without one, in its newest. */
export function isSupported({ support }, browser, version = Number.MAX_VALUE) {
  return [support[browser] ?? []]
    .flat()
    .some(({ version_added: added, version_removed: removed, flags, prefix, alternative_name: otherName }) => {
      const isNamedSo = flags === undefined && prefix === undefined && otherName === undefined
      return isNamedSo && numberOf(added) <= version && (removed === undefined || version < numberOf(removed))
    })
}

/** Returns a version as a number; infinity for one that is unknown or not released yet. */
function numberOf(version) {
  const number = typeof version === 'string' ? Number.parseFloat(version.replace('≤', '')) : Number.NaN
  return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number
}

/** True when one of the oldest browsers lacks the feature.
 * @param {import('@mdn/browser-compat-data').Identifier | undefined} feature */
export const isTooNew = (feature) =>
  feature?.__compat !== undefined &&
  Object.entries(floor).some(([browser, version]) => !isSupported(feature.__compat, browser, version))

export const isInAllNewest = (feature) => Object.keys(floor).every((browser) => isSupported(feature.__compat, browser))
