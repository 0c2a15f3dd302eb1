/** Repeats some work, first after one interval; `onError` receives its errors, which do not stop the repetition. */
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
