/** Messages of a process that does tasks: first that it has started, then one for each task. */
export interface TaskMessage<Result> {
  readonly result?: Result | undefined
  /** Why a task failed. */
  readonly error?: string | undefined
}

/** Does the tasks that the parent of this process sends, until the parent ends or disconnects. */
export function doTasks<Task, Result>(work: (task: Task) => Promise<Result>): void {
  const answer = (message: TaskMessage<Result>) => process.send?.(message)
  process.on('message', async (task: Task) => {
    try {
      answer({ result: await work(task) })
    } catch (error) {
      answer({ error: String(error) })
    }
  })
  // Not `exit`, which waits for native code.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  answer({})
}
