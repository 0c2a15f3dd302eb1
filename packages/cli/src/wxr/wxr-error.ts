/** Thrown for an export file that cannot be read. `line` and `column` count from 1. */
export class WxrError extends Error {
  readonly line: number
  readonly column: number

  constructor(message: string, line: number, column: number, options?: ErrorOptions) {
    super(message, options)
    this.name = 'WxrError'
    this.line = line
    this.column = column
  }
}
