/** Something to tell the person at the keyboard, without a stack: 2 is the exit code of mistakes in a command's words. */
export class CliError extends Error {
  readonly exitCode: number

  constructor(message: string, options: ErrorOptions & { readonly exitCode?: number } = {}) {
    super(message, options)
    this.name = 'CliError'
    this.exitCode = options.exitCode ?? 1
  }
}
