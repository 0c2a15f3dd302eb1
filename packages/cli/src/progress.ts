import cliProgress from 'cli-progress'

export interface Progress {
  /** Advances the progress; by 1 by default. */
  add(amount?: number): void
  /** Passes chunks through and adds their bytes. */
  follow(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  stop(): void
}

/** Creates a progress bar for a total of bytes or items; it shows nothing unless `shown`. */
export function createProgress(shown: boolean, total: number, label = 'importing'): Progress {
  if (!shown) return { add() {}, follow: chunks => chunks, stop() {} }
  const format = `${label} [{bar}] {percentage}% | {eta_formatted} to go`
  const bar = new cliProgress.SingleBar({ format, hideCursor: true, clearOnComplete: true }, cliProgress.Presets.legacy)
  bar.start(total, 0)
  return {
    add: (amount = 1) => bar.increment(amount),
    async *follow(chunks) {
      for await (const chunk of chunks) {
        bar.increment(chunk.length)
        yield chunk
      }
    },
    stop: () => bar.stop(),
  }
}
