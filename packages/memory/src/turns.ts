/** Runs one task after the other, in the order in which they came. */
export type TakeTurn = <T>(task: () => T | Promise<T>) => Promise<T>

export function createTurns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve()
  return task => {
    const turn = last.then(task)
    last = turn.catch(() => undefined)
    return turn
  }
}
