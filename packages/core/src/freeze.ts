/** Values that are known to be deeply frozen: other code may have frozen a value, but not its members. */
const deep = new WeakSet<object>()

/** Freezes a value deeply, except functions. */
export function freezeDeep<T>(value: T): T {
  if (value === null || typeof value !== 'object') return value
  if (Object.isFrozen(value)) {
    if (deep.has(value)) return value
    deep.add(value)
  } else Object.freeze(value)
  for (const inner of Object.values(value)) freezeDeep(inner)
  return value
}

/** Deeply freezes a value that many others contain: `freezeDeep` does not traverse it again. */
export function freezeShared<T extends object>(value: T): T {
  if (deep.has(value)) return value
  freezeDeep(value)
  deep.add(value)
  return value
}
