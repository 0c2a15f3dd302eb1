import { Worker } from 'node:worker_threads'

/** Messages of a process that does tasks: first that it has started, then one for each task. */
export interface TaskMessage<Result> {
  readonly result?: Result | undefined
  /** Why a task failed. */
  readonly error?: string | undefined
}

/** In a thread of its own, because a task may not let the main one notice that the parent has ended. */
const WATCH = `
  const { ppid } = process
  const isAlive = () => {
    try {
      return process.ppid === ppid && process.kill(ppid, 0)
    } catch (error) {
      return error.code === 'EPERM'
    }
  }
  setInterval(() => { if (!isAlive()) process.kill(process.pid, 'SIGKILL') }, 1000)`

/** Does the tasks that the parent of this process sends, until the parent ends or disconnects. */
export function doTasks<Task, Result>(work: (task: Task) => Promise<Result>): void {
  const send = (message: TaskMessage<Result>) => process.send?.(message)
  process.on('message', async (task: Task) => {
    try {
      send({ result: await work(task) })
    } catch (error) {
      send({ error: error instanceof Error ? error.message : String(error) })
    }
  })
  // Not `exit`, which waits for native code.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  new Worker(WATCH, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref()
  send({})
}
