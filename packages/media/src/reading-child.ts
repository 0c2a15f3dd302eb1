import type { ImageSource, RecordingFacts } from '@platen/site'
import { readRecording } from './recordings/read-recording.js'

/** Messages of the process: first that it has started, then one result for each source. */
export interface ChildMessage {
  readonly facts?: RecordingFacts | undefined
  /** Why a source could not be opened. */
  readonly error?: string | undefined
}

const answer = (message: ChildMessage) => process.send?.(message)

process.on('message', async (source: ImageSource) => {
  try {
    answer({ facts: await readRecording(source) })
  } catch (error) {
    answer({ error: String(error) })
  }
})
process.once('disconnect', () => process.exit())
answer({})
