import { createMutex, StoreError } from '@platen/storage'
import type { Database } from 'better-sqlite3'
import { translateError } from './errors.js'
import { untilFree } from './until-free.js'

/** The work of a transaction. `end` is called when the transaction must not be used any more. */
export interface GroupTask<T> {
  run(): T | Promise<T>
  end?(): void
  /** Called right after its commit. */
  committed?(): void
}

/** Runs tasks as transactions of a connection, one after the other. */
export interface CommitGroups {
  /**
   * Resolves with the result of the task when it is committed; a task that rejects is rolled back alone. Grouped tasks
   * that arrive in the same turn of the event loop are committed together; each other task is a separate transaction.
   */
  run<T>(task: GroupTask<T>, grouped: boolean): Promise<T>
  /** Has the current group committed after the task that is running. */
  end(): void
  /** Commits the tasks that have run, then runs the last task. */
  finish(task: () => void): Promise<void>
}

export interface CommitGroupOptions {
  readonly database: Database
  /** How long tasks wait for others, in milliseconds. */
  readonly busyTimeout: number
  beforeCommit(): void
  afterCommit(): void
  /** Called when a commit has failed. */
  afterFailure(): void
}

/** Tasks that are committed together. */
interface Group {
  /** Rejects with the reason if nothing was committed. */
  readonly committed: Promise<void>
  readonly resolve: () => void
  readonly reject: (reason: StoreError) => void
  /** The tasks that wait for the commit. */
  readonly tasks: Pick<GroupTask<unknown>, 'committed'>[]
  /** Whether the group is closed for further tasks. */
  isFull: boolean
  timer: NodeJS.Timeout | undefined
}

/** The outcome of a task, which is final only if its group is committed. */
type Outcome<T> = { readonly value: T } | { readonly error: unknown }

/** Limits the memory of uncommitted pages. */
const MAX_SIZE = 100

/**
 * Commits groups of tasks: a sync of the disk costs more than most tasks, and one sync is enough for a whole group. With
 * 16 connections that create posts, there are 3.2 times as many posts per second.
 */
export function createCommitGroups(options: CommitGroupOptions): CommitGroups {
  const { database, busyTimeout, beforeCommit, afterCommit, afterFailure } = options
  const exclusive = createMutex(busyTimeout)
  const begin = database.prepare('begin immediate')
  const commit = database.prepare('commit')
  const enter = database.prepare('savepoint task')
  const leave = database.prepare('rollback to task')
  const release = database.prepare('release task')
  let group: Group | undefined
  /** Rolls back the running task, so that the waiting tasks can finish. */
  let interrupt: ((reason: StoreError) => void) | undefined
  let isRunning = false

  /** Rejects all tasks of a group that was not committed. */
  const abandon = (own: Group, cause: unknown) => {
    if (group === own) group = undefined
    clearTimeout(own.timer)
    own.reject(translateError(cause, database.name))
    afterFailure()
    // Some failures end the transaction themselves.
    if (database.inTransaction) database.exec('rollback')
  }

  const endGroup = () => {
    const own = group
    if (own === undefined) return
    group = undefined
    clearTimeout(own.timer)
    try {
      if (own.tasks.length === 0) database.exec('rollback')
      else {
        beforeCommit()
        commit.run()
        afterCommit()
        for (const { committed } of own.tasks) committed?.()
      }
      own.resolve()
    } catch (error) {
      abandon(own, error)
    }
  }

  /** After its first turn of the event loop, a group waits only for a running task. */
  const endTurn = (own: Group) => {
    if (group !== own) return
    if (!isRunning) return endGroup()
    own.isFull = true
    if (own.tasks.length > 0) own.timer = setTimeout(() => interrupt?.(tooLong()), busyTimeout)
  }

  const openGroup = async (): Promise<Group> => {
    await untilFree(busyTimeout, () => begin.run()).catch((error: unknown) => {
      throw translateError(error, database.name)
    })
    const own: Group = { ...settlement(), tasks: [], isFull: false, timer: undefined }
    setImmediate(endTurn, own)
    return own
  }

  /** Runs a task to its end, but no longer than others can wait for it. */
  const runTask = async <T>({ run, end }: GroupTask<T>, isAwaited: boolean): Promise<T> => {
    try {
      const result = run()
      if (!isAwaited || !(result instanceof Promise)) return await result
      const interrupted = new Promise<never>((_, reject) => {
        interrupt = reject
      })
      return await Promise.race([result, interrupted])
    } finally {
      interrupt = undefined
      end?.()
    }
  }

  /** Undoes the writes of a task, but not those of the tasks before it. */
  const undo = (own: Group, cause: unknown) => {
    try {
      if (!database.inTransaction) throw cause
      leave.run()
      release.run()
    } catch (error) {
      abandon(own, error)
    }
  }

  const join = async <T>(own: Group, task: GroupTask<T>): Promise<Outcome<T>> => {
    const isFirst = own.tasks.length === 0
    isRunning = true
    try {
      if (!isFirst) enter.run()
      const value = await runTask(task, !isFirst)
      if (!isFirst) release.run()
      own.tasks.push(task)
      return { value }
    } catch (error) {
      if (isFirst) endGroup()
      else undo(own, error)
      return { error }
    } finally {
      isRunning = false
    }
  }

  const take = async <T>(task: GroupTask<T>, grouped: boolean) => {
    // No other task waits for the commit of a long task.
    if (!grouped) endGroup()
    group ??= await openGroup()
    const own = group
    const outcome = await join(own, task)
    const committed = own.tasks.length === 0 ? undefined : own.committed
    if (group === own && (!grouped || own.isFull || own.tasks.length >= MAX_SIZE)) endGroup()
    return { outcome, committed }
  }

  return {
    async run(task, grouped) {
      const { outcome, committed } = await exclusive(() => take(task, grouped))
      await committed
      if ('error' in outcome) throw outcome.error
      return outcome.value
    },
    end() {
      if (group !== undefined) group.isFull = true
    },
    finish: task =>
      exclusive(() => {
        endGroup()
        task()
      }),
  }
}

const tooLong = () => new StoreError('unavailable', 'The transaction takes too long, or waits for a write before it.')

/** A promise with its resolve and reject functions; unhandled rejections are not reported. */
function settlement(): Pick<Group, 'committed' | 'resolve' | 'reject'> {
  let resolve: () => void = () => undefined
  let reject: (reason: StoreError) => void = () => undefined
  const committed = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  committed.catch(() => undefined)
  return { committed, resolve, reject }
}
