/** Thrown if an import fails although its file is valid, for example because an account does not exist. */
export class ImportError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ImportError'
  }
}
