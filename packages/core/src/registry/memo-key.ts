declare const value: unique symbol

/** Identifies a value that a request memoizes by `once`, and carries its type. */
export interface MemoKey<T> {
  readonly name: string
  readonly [value]?: (value: T) => T
}

/** Creates a unique key; `name` is for debugging. Create it at module level: requests find values by its identity. */
export const memoKey = <T>(name: string): MemoKey<T> => Object.freeze({ name })

/** Creates a function that computes each value once, such as `once` of a request. */
export function createMemo() {
  let memo: Map<object, unknown> | undefined
  return <T>(key: MemoKey<T>, compute: () => T): T => {
    memo ??= new Map()
    if (!memo.has(key)) memo.set(key, compute())
    return memo.get(key) as T
  }
}
