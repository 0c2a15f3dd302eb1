import cliProgress from 'cli-progress'

/** Shows how much of a file was read. */
export interface Progress {
  /** Hands chunks on and counts them. */
  follow(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  stop(): void
}

/** Makes a progress bar for so many bytes; it shows nothing unless it is to be shown. */
export function createProgress(shown: boolean, bytes: number): Progress {
  if (!shown) return { follow: chunks => chunks, stop() {} }
  const format = 'importing [{bar}] {percentage}% | {eta_formatted} to go'
  const bar = new cliProgress.SingleBar({ format, hideCursor: true, clearOnComplete: true }, cliProgress.Presets.legacy)
  bar.start(bytes, 0)
  return {
    async *follow(chunks) {
      for await (const chunk of chunks) {
        bar.increment(chunk.length)
        yield chunk
      }
    },
    stop: () => bar.stop(),
  }
}
