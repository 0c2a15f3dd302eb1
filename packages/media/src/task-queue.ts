import { startProcess, type TaskProcess } from './task-process.js'

/** Time limits in milliseconds. */
export interface TaskLimits {
  readonly working: number
  /** For the tasks before it. */
  readonly waiting: number
}

/** Runs tasks one after the other; resolves with `undefined` if a task exceeds a limit. */
export type TaskQueue<Task, Result> = (task: Task, limits: TaskLimits) => Promise<Result | undefined>

/** How long an idle process is kept, in milliseconds: libraries rarely return the memory that large files took. */
const IDLE = 60_000

/** Creates a queue whose tasks are done in a separate process, which starts with the first one. */
export function createTaskQueue<Task, Result>(script: URL): TaskQueue<Task, Result> {
  let child: TaskProcess<Task, Result> | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const run = async (task: Task, timeLimit: number): Promise<Result | undefined> => {
    clearTimeout(idle)
    if (child === undefined || child.hasEnded()) child = await startProcess(script)
    const current = child
    try {
      return await current.run(task, timeLimit)
    } finally {
      idle = setTimeout(() => current.end(), IDLE).unref()
    }
  }

  return (task, { working, waiting }) =>
    new Promise((resolve, reject) => {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        resolve(undefined)
      }, waiting).unref()
      last = last
        .then(async () => {
          clearTimeout(timer)
          if (!isLate) resolve(await run(task, working))
        })
        .catch(reject)
    })
}
