/** Repeats some work, the first time after one interval; what it throws goes to `onError` and does not end it. */
export function repeat(work: () => Promise<unknown>, milliseconds: number, onError: (error: unknown) => void) {
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
