/** A move that cannot begin or go on, with a message for people. Whatever the target has by then remains in it. */
export class MoveError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MoveError'
  }
}
