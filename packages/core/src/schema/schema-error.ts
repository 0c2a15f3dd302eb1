/**
 * A declaration that makes no sense: a schema of an unknown type, a pattern that is no regular expression, a bound that
 * is no number … Thrown at registration, never for a request. `path` points into the schema at the faulty keyword, as
 * a JSON pointer from `#`; it is empty when the fault is not in a schema.
 */
export class SchemaError extends Error {
  readonly path: string

  constructor(problem: string, path = '', options?: { cause?: unknown }) {
    super(path === '' ? problem : `${path} ${problem}`, options)
    this.name = 'SchemaError'
    this.path = path
  }
}
