/** Creates a function that counts its calls with the same name, from 1. */
export const createCounter = (): ((name: string) => number) => {
  let counts: Map<string, number> | undefined
  return name => {
    counts ??= new Map()
    const next = (counts.get(name) ?? 0) + 1
    counts.set(name, next)
    return next
  }
}
