// The characters the hosted service takes; all of them are safe in a URL's path once encoded.
const characters = /^[\w/!\-.*'() &$@=;:+,?]+$/
const longestName = 1024

/** Whether an object may have this name: no folder without a name, none that leads upwards. */
export function isObjectName(name: string): boolean {
  return name.length <= longestName && characters.test(name) && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

/** Whether a declared type is one of `allowed`, where `image/*` stands for all of its kind. */
export function isAllowedType(declared: string, allowed: readonly string[]): boolean {
  const [type = ''] = declared.split(';')
  const [kind = '', detail] = type.trim().toLowerCase().split('/')
  if (detail === undefined) return false
  return allowed.some((pattern) => [`${kind}/${detail}`, `${kind}/*`].includes(pattern.toLowerCase()))
}
