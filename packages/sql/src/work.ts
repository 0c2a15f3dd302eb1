/** SQL that is compiled once, with the index of each parameter in the values of a call. */
export interface Statement {
  readonly sql: string
  /** The parameters of a call with these values. */
  bind(values: readonly unknown[]): readonly unknown[]
}

/** A statement with its values. */
export interface Call {
  readonly statement: Statement
  readonly values: readonly unknown[]
  /** The most that the texts in its rows may have together, in UTF-16 code units. Drivers need not read more. */
  readonly maxLength?: number | undefined
  /**
   * Calls that run after it, without waiting for its result. Only for connections with the capability `followedCalls`.
   */
  readonly followed?: readonly Call[] | undefined
  /** The number that a call which counts will probably find. */
  readonly expected?: number | undefined
  /**
   * Whether it is the last call of its work, unless it changes nothing: what comes after the work need not wait for the
   * result.
   */
  readonly isLast?: boolean | undefined
}

/** A row: the values of its columns in the order in which the statement names them. */
export type Row = readonly unknown[]

/** The result of a call: the rows that it read or returned, and the number of changed rows. */
export interface Result {
  readonly rows: readonly Row[]
  readonly changes: number
  /** The id of the last inserted record, if the database reports it. */
  readonly lastId?: number
  /** The results of the calls that followed. */
  readonly followed?: readonly Result[]
}

/** Yields each statement and is resumed with its result, for synchronous and asynchronous drivers. */
export type Work<T> = Generator<Call, T, Result>

/** Continues a work from a step of it. */
export function* resume<T>(work: Work<T>, step: IteratorResult<Call, T>): Work<T> {
  let next = step
  while (next.done !== true) next = work.next(yield next.value)
  return next.value
}
