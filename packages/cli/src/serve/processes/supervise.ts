import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createMemoryRateLimit, type Logger } from '@platen/site'
import { CliError } from '../../cli-error.js'
import type { Terminal } from '../../terminal.js'
import {
  isMessage,
  type MessageToProcess,
  type MessageToSupervisor,
  PROCESS_VARIABLE,
  type ProcessRole,
} from './messages.js'
import { performCall } from './shared-rate-limit.js'

/** A process that ended is replaced after this time, in milliseconds, which doubles while replacements end early. */
const FIRST_DELAY = 500
const LONGEST_DELAY = 30_000
/** A process that has served for this long, in milliseconds, did not end early. */
const LONG = 60_000

/**
 * Serves a site with several processes until this one is interrupted. They run the same command as this process, which
 * only passes connections on to them, counts for their rate limits, and replaces those that end. Rejects with a
 * `CliError` if the first one does not start.
 */
export async function supervise(count: number, terminal: Terminal, logger: Logger): Promise<void> {
  const rateLimit = createMemoryRateLimit()
  const running = new Set<Worker>()
  const ready = new WeakSet<Worker>()
  const replacements = new Set<NodeJS.Timeout>()
  let isEnding = false
  let delay = FIRST_DELAY

  const send = (worker: Worker, message: MessageToProcess) => {
    // One that ends at this moment receives nothing: its exit is noticed.
    if (worker.isConnected()) worker.send(message, () => {})
  }

  const end = (worker: Worker) => {
    if (ready.has(worker)) send(worker, { kind: 'end' })
    // It may not receive messages yet, and serves nobody.
    else worker.process.kill('SIGTERM')
  }

  const fork = (role: ProcessRole, onReady?: () => void): Worker => {
    const worker = cluster.fork({ [PROCESS_VARIABLE]: role })
    running.add(worker)
    worker.on('message', (message: unknown) => {
      if (!isMessage<MessageToSupervisor>(message, ['ready', 'rate-limit'])) return
      if (message.kind === 'ready') {
        ready.add(worker)
        return isEnding ? end(worker) : onReady?.()
      }
      const { id, call } = message
      performCall(rateLimit, call).then(result => send(worker, { kind: 'rate-limited', id, result }))
    })
    worker.once('exit', () => running.delete(worker))
    return worker
  }

  /** Starts a process and, if it ends by itself, another one. */
  const keepOne = (worker: Worker) => {
    const started = performance.now()
    worker.once('exit', (exitCode: number | null, signal: string | null) => {
      if (isEnding) return
      if (performance.now() - started >= LONG) delay = FIRST_DELAY
      logger.error({ exitCode, signal }, 'a process has ended and will be replaced')
      const timer = setTimeout(() => {
        replacements.delete(timer)
        keepOne(fork('other'))
      }, delay)
      replacements.add(timer)
      delay = Math.min(LONGEST_DELAY, 2 * delay)
    })
  }

  const interrupted = terminal.interrupted().then(() => {
    isEnding = true
    for (const timer of replacements) clearTimeout(timer)
    for (const worker of running) end(worker)
  })
  const first = await new Promise<Worker>((resolve, reject) => {
    const worker = fork('first', () => resolve(worker))
    worker.once('exit', exitCode => {
      if (isEnding) resolve(worker)
      else reject(new CliError('The server did not start.', { exitCode: exitCode || 1 }))
    })
  })
  if (!isEnding) {
    keepOne(first)
    for (let more = 1; more < count; more++) keepOne(fork('other'))
  }
  await interrupted
  await Promise.all([...running].map(worker => once(worker, 'exit')))
}
