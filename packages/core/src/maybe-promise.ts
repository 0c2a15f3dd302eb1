/** A value, or a promise of one. */
export type MaybePromise<T> = T | Promise<T>

/**
 * Calls a function with a value as soon as it is available: immediately, unless it is a promise. Embedded resources of
 * a list are mostly preloaded, and awaiting many available values would cost more than using them.
 */
export function whenAvailable<T, U>(value: MaybePromise<T>, use: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return isPromise(value) ? Promise.resolve(value).then(use) : use(value)
}

/**
 * Whether a value has to be awaited. Promises of libraries and of other realms, such as those of test runners, are not
 * instances of this realm's class.
 */
export const isPromise = <T>(value: MaybePromise<T>): value is Promise<T> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
