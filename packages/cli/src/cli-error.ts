/**
 * A failure of which only the message is reported. Exit codes: 1 by default, 2 for invalid usage, 130 for an
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
