/**
 * An invalid declaration, such as a schema with an unknown type, a pattern that is not a regular expression, or a bound
 * that is not a number. Thrown at registration, never for a request. `path` is the JSON pointer, from `#`, of the invalid
 * keyword; it is empty when the problem is not in a schema.
 */
export class SchemaError extends Error {
  readonly path: string

  constructor(problem: string, path = '', options?: { cause?: unknown }) {
    super(path === '' ? problem : `${path} ${problem}`, options)
    this.name = 'SchemaError'
    this.path = path
  }
}
