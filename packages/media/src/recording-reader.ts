import type { RecordingFacts, RecordingReader } from '@platen/site'
import { type ReadingProcess, startProcess } from './reading-process.js'

/** How recordings are read. */
export interface RecordingReaderOptions {
  /**
   * The time limit for reading a file, and for waiting for the files before it, in milliseconds; 3000 by default. A
   * file that exceeds it is not read, and its upload is stored without metadata.
   */
  readonly timeLimit?: number | undefined
}

/**
 * Creates a reader of audio and video files with music-metadata: MP3, AAC, WAVE, AIFF, FLAC, Ogg, MP4, QuickTime, Matroska, WebM
 * and WMA, and of the headers of AVI files. It reads one file at a time, in a separate process with limits on time and
 * memory, which starts with the first file and does not keep this process alive.
 */
export function createRecordingReader({ timeLimit = 3000 }: RecordingReaderOptions = {}): RecordingReader {
  let child: ReadingProcess | undefined
  let last: Promise<unknown> = Promise.resolve()

  return {
    read(source) {
      const asked = performance.now()
      const reading = last.then(async (): Promise<RecordingFacts | undefined> => {
        if (performance.now() - asked > timeLimit) return undefined
        if (child === undefined || child.hasEnded()) child = await startProcess()
        return child.read(source, timeLimit)
      })
      last = reading.catch(() => undefined)
      return reading
    },
  }
}
