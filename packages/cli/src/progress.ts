import cliProgress from 'cli-progress'

/** Shows how far some work is. */
export interface Progress {
  /** Counts so much more as done: 1 unless given. */
  add(amount?: number): void
  /** Passes chunks on and counts their bytes. */
  follow(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  stop(): void
}

/** Makes a progress bar for a total of bytes, or of whatever is counted; it shows nothing unless it is to be shown. */
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
