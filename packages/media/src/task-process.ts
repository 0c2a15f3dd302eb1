import { fork } from 'node:child_process'
import type { TaskMessage } from './do-tasks.js'

/** A process that does one task at a time. */
export interface TaskProcess<Task, Result> {
  /**
   * Resolves with `undefined` and ends the process if a task exceeds a time limit in milliseconds, or uses too much
   * memory.
   */
  run(task: Task, timeLimit: number): Promise<Result | undefined>
  hasEnded(): boolean
  end(): void
}

/** How long a process may take to start, in milliseconds: many times as long as it does on a busy machine. */
const START_LIMIT = 30_000
const MEMORY_LIMIT = '--max-old-space-size=64'
/** Environment variables that Windows needs to start a process, and that native libraries are configured with. */
const PASSED = /^(?:SystemRoot|LD_LIBRARY_PATH|LD_PRELOAD|DYLD_LIBRARY_PATH|MALLOC_\w+|VIPS_\w+|UV_THREADPOOL_SIZE)$/

const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED.test(name)))

/** Starts a process with a script that calls `doTasks`. It does not keep this process alive while it is idle. */
export async function startProcess<Task, Result>(script: URL): Promise<TaskProcess<Task, Result>> {
  // Not a thread: one that exceeds its memory can end the whole process, and one in native code cannot be stopped.
  const child = fork(script, {
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
    return reason ?? 'a signal'
  })
  const started = new Promise<undefined>(resolve => child.once('message', () => resolve(undefined)))
  const timer = setTimeout(() => child.kill('SIGKILL'), START_LIMIT)
  const reason = await Promise.race([started, end])
  clearTimeout(timer)
  if (reason !== undefined) throw new Error('The process that reads files did not start.', { cause: reason })
  const release = () => {
    child.unref()
    child.channel?.unref()
  }
  release()
  return {
    hasEnded: () => ended,
    end() {
      ended = true
      child.kill('SIGKILL')
    },
    async run(task, timeLimit) {
      child.ref()
      child.channel?.ref()
      const timer = setTimeout(() => child.kill('SIGKILL'), timeLimit)
      try {
        return await new Promise((resolve, reject) => {
          const done = ({ result, error }: TaskMessage<Result>) => {
            child.off('exit', exit)
            if (error === undefined) resolve(result)
            else reject(new Error(error))
          }
          const exit = () => {
            ended = true
            resolve(undefined)
          }
          child.once('message', done).once('exit', exit)
          // It may end before it has all bytes.
          child.send(task as object, () => {})
        })
      } finally {
        clearTimeout(timer)
        release()
      }
    },
  }
}
