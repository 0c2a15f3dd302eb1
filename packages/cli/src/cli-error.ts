/**
 * A failure that is reported by its message alone. Exit codes: 1 by default, 2 for invalid usage, 130 for an
 * interruption.
 */
export class CliError extends Error {
  readonly exitCode: number

  constructor(message: string, options: ErrorOptions & { readonly exitCode?: number } = {}) {
    super(message, options)
    this.name = 'CliError'
    this.exitCode = options.exitCode ?? 1
  }
}
