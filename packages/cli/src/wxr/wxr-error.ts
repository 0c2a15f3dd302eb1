/** Thrown for an export file that cannot be read. `line` and `column` count from 1; `file` is empty without a name. */
export class WxrError extends Error {
  readonly file: string
  readonly line: number
  readonly column: number

  constructor(message: string, line: number, column: number, options?: ErrorOptions & { readonly file?: string }) {
    super(message, options)
    this.name = 'WxrError'
    this.file = options?.file ?? ''
    this.line = line
    this.column = column
  }
}
