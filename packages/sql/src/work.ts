/** SQL that is compiled once, and where in the values of a call each of its parameters comes from. */
export interface Statement {
  readonly sql: string
  /** The parameters of a call with these values. */
  bind(values: readonly unknown[]): readonly unknown[]
}

/** A statement with its values. */
export interface Call {
  readonly statement: Statement
  readonly values: readonly unknown[]
}

/** A row: the values of its columns in the order in which the statement names them. */
export type Row = readonly unknown[]

/** What a call came to: the rows that it read or returned, and how many it changed. */
export interface Result {
  readonly rows: readonly Row[]
  readonly changes: number
  /** The id that an insert has given to the last record, if the database reports it. */
  readonly lastId?: number
  /** The value that a condition has noted: see `SqlExpressions`. */
  readonly noted?: unknown
}

/** Yields each statement and is resumed with its result, for synchronous and asynchronous drivers. */
export type Work<T> = Generator<Call, T, Result>
