import { checks, type OptionChecks, requireOptions } from '@platen/core'
import type { ImageSource, RecordingFacts, RecordingReader } from '@platen/site/media'
import { createTaskQueue, taskTerms } from './task-queue.js'

/** How recordings are read. */
export interface RecordingReaderOptions {
  /**
   * The time limit for reading a file, in milliseconds; 3000 by default. The upload of a file that exceeds it is stored
   * without metadata.
   */
  readonly timeLimit?: number | undefined
  /**
   * The time limit for waiting for the files before it, in milliseconds; 15,000 by default. The upload of a file that
   * waits longer is stored without metadata.
   */
  readonly waitLimit?: number | undefined
}

const readerChecks: OptionChecks<RecordingReaderOptions> = { timeLimit: checks.positive, waitLimit: checks.positive }

// All sites of this process share one, since each takes tens of megabytes.
const run = createTaskQueue<ImageSource, RecordingFacts | undefined>(new URL('./reading-child.js', import.meta.url))

/**
 * Creates a reader of audio and video files with music-metadata: MP3, AAC, WAVE, AIFF, FLAC, Ogg, MP4, QuickTime, Matroska, WebM
 * and WMA, and of the headers of AVI files. It reads one file at a time, first those of the owner whose files took the
 * least time, in a separate process with limits on time and memory, which starts with the first file, ends when it is idle,
 * and does not keep this process alive. Throws a `RangeError` for unknown and invalid options.
 */
export function createRecordingReader(options: RecordingReaderOptions = {}): RecordingReader {
  requireOptions('createRecordingReader', options, readerChecks)
  const { timeLimit = 3000, waitLimit = 15_000 } = options
  const terms = taskTerms({ working: timeLimit, waiting: waitLimit })
  return { read: (source, owner) => run(source, terms(owner)) }
}
