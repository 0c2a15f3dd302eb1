import { isMap } from '../keyword-value.js'

/** Whether a value equals a listed one, the order of properties aside. It goes no deeper than the listed one does. */
export function sameContent(listed: unknown, value: unknown): boolean {
  if (Array.isArray(listed)) {
    if (!Array.isArray(value) || value.length !== listed.length) return false
    return listed.every((item, index) => sameContent(item, value[index]))
  }
  if (!isMap(listed)) return listed === value
  if (!isMap(value)) return false
  const names = Object.keys(listed)
  if (Object.keys(value).length !== names.length) return false
  return names.every(name => Object.hasOwn(value, name) && sameContent(listed[name], value[name]))
}
