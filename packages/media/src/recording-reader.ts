import type { RecordingFacts, RecordingReader } from '@platen/site'
import { type ReadingProcess, startProcess } from './reading-process.js'

/** How recordings are read. */
export interface RecordingReaderOptions {
  /**
   * In milliseconds, 3000 by default: how long reading a file may take, and how long it may wait for those before it. What takes
   * longer is not read, so an upload is stored without these properties.
   */
  readonly timeLimit?: number | undefined
}

/**
 * Creates a reader of audio and video files with music-metadata: MP3, AAC, WAVE, AIFF, FLAC, Ogg, MP4, QuickTime, Matroska, WebM
 * and WMA, and of the headers of AVI files. It reads one file at a time, in a process of its own with limits on time and
 * memory, which starts with the first file and does not keep this one alive.
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
