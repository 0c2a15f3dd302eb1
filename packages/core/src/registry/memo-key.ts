declare const value: unique symbol

/** Identifies a value that `once` of a request computes, and carries its type. */
export interface MemoKey<T> {
  readonly name: string
  readonly [value]?: (value: T) => T
}

/** Creates a key of its own; `name` is for people who debug. Create it at module level, since requests find values by it. */
export const memoKey = <T>(name: string): MemoKey<T> => Object.freeze({ name })
