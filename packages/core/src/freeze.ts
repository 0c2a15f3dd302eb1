/** What was found frozen and is frozen deeply: others may have frozen it, and not what it holds. */
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

/** Freezes a value deeply that many others contain: `freezeDeep` does not look into it again. */
export function freezeShared<T extends object>(value: T): T {
  if (deep.has(value)) return value
  freezeDeep(value)
  deep.add(value)
  return value
}
