import cluster from 'node:cluster'
import type { RateLimit } from '@platen/site'
import type { Terminal } from '../../terminal.js'
import { isMessage, type MessageToProcess, type MessageToSupervisor, PROCESS_VARIABLE } from './messages.js'
import { createSharedRateLimit } from './shared-rate-limit.js'

/** This process, if it is one of several that serve a site together. */
export interface ServingProcess {
  /** Whether it may create the site. */
  readonly isFirst: boolean
  /** Only the first process prints, and the supervisor can interrupt each. */
  readonly terminal: Terminal
  readonly rateLimit: RateLimit
  /** To be called when the site is served: there is a site then, so that other processes can start. */
  ready(): void
  /** Lets the process end. */
  leave(): void
}

export function servingProcess(terminal: Terminal): ServingProcess | undefined {
  const role = terminal.env[PROCESS_VARIABLE]
  const { worker } = cluster
  if (role === undefined || worker === undefined) return undefined
  const send = (message: MessageToSupervisor) => {
    // Without the supervisor, this process ends as well.
    if (worker.isConnected()) worker.send(message, () => {})
  }
  const { rateLimit, answered } = createSharedRateLimit(send)
  const ending = new Promise<void>(resolve => {
    worker.on('message', (message: unknown) => {
      if (!isMessage<MessageToProcess>(message, ['end', 'rate-limited'])) return
      if (message.kind === 'end') resolve()
      else answered(message)
    })
  })
  const isFirst = role === 'first'
  return {
    isFirst,
    terminal: {
      ...terminal,
      print: text => isFirst && terminal.print(text),
      interrupted: () => Promise.race([terminal.interrupted(), ending]),
    },
    rateLimit,
    ready: () => send({ kind: 'ready' }),
    leave: () => worker.disconnect(),
  }
}
