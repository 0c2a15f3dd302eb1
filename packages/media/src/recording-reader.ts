import type { ImageSource, RecordingFacts, RecordingReader } from '@platen/site'
import { createTaskQueue } from './task-queue.js'

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
 * memory, which starts with the first file, ends when it is idle, and does not keep this process alive.
 */
export function createRecordingReader({ timeLimit = 3000 }: RecordingReaderOptions = {}): RecordingReader {
  const run = createTaskQueue<ImageSource, RecordingFacts | undefined>(new URL('./reading-child.js', import.meta.url))
  return { read: source => run(source, { working: timeLimit, waiting: timeLimit }) }
}
