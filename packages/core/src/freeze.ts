const frozen = new WeakSet<object>()

/** Freezes a value deeply, except functions. */
export function freezeDeep<T>(value: T): T {
  if (value === null || typeof value !== 'object' || frozen.has(value)) return value
  frozen.add(value)
  Object.freeze(value)
  for (const inner of Object.values(value)) freezeDeep(inner)
  return value
}
