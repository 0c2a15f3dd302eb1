/** Work that is done again and again. */
export interface Repetition {
  /** Ends it; resolves when the work that runs at that moment is done. */
  stop(): Promise<void>
}

/** Does some work every so many milliseconds, the first time after as many; what it throws is told and changes nothing. */
export function repeat(
  work: () => Promise<unknown>,
  milliseconds: number,
  onError: (error: unknown) => void,
): Repetition {
  let running: Promise<unknown> | undefined
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
  }, milliseconds)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
