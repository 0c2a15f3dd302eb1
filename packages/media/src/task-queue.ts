import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { startProcess, type TaskProcess } from './task-process.js'

/** Who waits for a task, and its time limits in milliseconds. */
export interface TaskTerms {
  readonly owner: string
  readonly working: number
  /** For the tasks before it. */
  readonly waiting: number
}

/**
 * Creates the terms of the tasks of one tool, by the id of the user who waits. Users of different tools are different
 * owners, because they may belong to different sites.
 */
export function taskTerms(limits: Omit<TaskTerms, 'owner'>): (user?: number) => TaskTerms {
  const instance = randomUUID()
  return (user = 0) => ({ ...limits, owner: `${instance} ${user}` })
}

/**
 * Runs tasks one after the other; resolves with `undefined` if a task exceeds a limit. First come those of the owner whose
 * tasks took the least time, so that nobody waits for many tasks of another.
 */
export type TaskQueue<Task, Result> = (task: Task, terms: TaskTerms) => Promise<Result | undefined>

interface WaitingTask {
  readonly owner: string
  readonly start: () => Promise<void>
}

/** How long an idle process is kept, in milliseconds: libraries rarely return the memory that large files took. */
const IDLE = 60_000

/** Creates a queue whose tasks are done in a separate process, which starts with the first one. */
export function createTaskQueue<Task, Result>(script: URL): TaskQueue<Task, Result> {
  let child: TaskProcess<Task, Result> | undefined
  let idle: NodeJS.Timeout | undefined
  let isBusy = false
  const waitingTasks = new Set<WaitingTask>()
  /** The time that the tasks of each owner took since the queue was empty. */
  const used = new Map<string, number>()

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

  const next = (): WaitingTask | undefined => {
    let found: WaitingTask | undefined
    const usedBy = ({ owner }: WaitingTask) => used.get(owner) ?? 0
    for (const each of waitingTasks) if (found === undefined || usedBy(each) < usedBy(found)) found = each
    return found
  }

  const work = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    for (let task = next(); task !== undefined; task = next()) {
      waitingTasks.delete(task)
      const began = performance.now()
      await task.start()
      used.set(task.owner, (used.get(task.owner) ?? 0) + performance.now() - began)
      // Most owners have another task for the same file.
      await setImmediate()
    }
    used.clear()
    isBusy = false
  }

  return (task, { owner, working, waiting }) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waitingTasks.delete(waitingTask)
        resolve(undefined)
      }, waiting).unref()
      const waitingTask: WaitingTask = {
        owner,
        start() {
          clearTimeout(timer)
          return run(task, working).then(resolve, reject)
        },
      }
      waitingTasks.add(waitingTask)
      void work()
    })
}
