/**
 * Resolves after some milliseconds and at least 15 turns of the event loop, when what this process has begun and nobody
 * waits for has had its time. A single timeout can be over in the next turn on a busy machine, before anything else ran.
 */
export async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 15; turn++) await new Promise(resolve => setTimeout(resolve, 2))
}
