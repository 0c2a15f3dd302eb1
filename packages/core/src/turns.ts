/** How long work of a request runs before other work of the process can, in milliseconds. */
export const TURN = 20

/** Resolves in a later turn of the event loop, after other work. */
export const nextTurn = (): Promise<void> => new Promise(resolve => setTimeout(resolve))
