/** An import that cannot be done although its file is valid: an account does not exist, for example. */
export class ImportError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ImportError'
  }
}
