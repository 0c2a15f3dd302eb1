import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ImageSource, RecordingFacts } from '@platen/site'
import type { ChildMessage } from './reading-child.js'

/** A process that reads one recording at a time. */
export interface ReadingProcess {
  /**
   * Resolves with `undefined` and ends the process if reading exceeds a time limit in milliseconds, or uses too much
   * memory.
   */
  read(source: ImageSource, timeLimit: number): Promise<RecordingFacts | undefined>
  hasEnded(): boolean
}

const MEMORY_LIMIT = '--max-old-space-size=64'

/** Environment variables that Windows needs to start a process. */
function environment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env
  return SystemRoot === undefined ? {} : { SystemRoot }
}

/** Starts a process. It does not keep this process alive while it is idle. */
export async function startProcess(): Promise<ReadingProcess> {
  // Not a thread: one that exceeds its memory can end the whole process.
  const child = fork(fileURLToPath(new URL('./reading-child.js', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [MEMORY_LIMIT],
    env: environment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let ended = false
  const end = new Promise<unknown>(resolve => {
    child.once('exit', resolve).on('error', resolve)
  }).then(reason => {
    ended = true
    return reason
  })
  const started = new Promise<undefined>(resolve => child.once('message', () => resolve(undefined)))
  const reason = await Promise.race([started, end])
  if (reason !== undefined) throw new Error('The process that reads recordings did not start.', { cause: reason })
  const release = () => {
    child.unref()
    child.channel?.unref()
  }
  release()
  return {
    hasEnded: () => ended,
    async read(source, timeLimit) {
      child.ref()
      child.channel?.ref()
      const timer = setTimeout(() => child.kill('SIGKILL'), timeLimit)
      try {
        return await new Promise((resolve, reject) => {
          const done = ({ facts, error }: ChildMessage) => {
            child.off('exit', exit)
            if (error === undefined) resolve(facts)
            else reject(new Error(error))
          }
          const exit = () => resolve(undefined)
          child.once('message', done).once('exit', exit)
          // It may end before it has all bytes.
          child.send(source, () => {})
        })
      } finally {
        clearTimeout(timer)
        release()
      }
    },
  }
}
