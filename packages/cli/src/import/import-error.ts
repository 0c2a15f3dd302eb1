/** Why an import cannot be done though its file is fine, such as an account that is not there. */
export class ImportError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ImportError'
  }
}
