import type { AdapterOptions } from './adapter-checks.js'
import type { MemoryBudget, Transfer } from './memory-budget.js'
import { RestError } from './rest-error.js'

/** The longest time that timers accept, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1

/** A body that is being received, for adapters. */
export interface ArrivingBody {
  /**
   * Waits for the client; `start` returns a function that is called when the wait ends. Rejects with a 408
   * `rest_request_timeout` if the client is too slow, and with a 503 `rest_server_busy` if its memory is needed.
   */
  wait<T>(start: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void): Promise<T>
  /** Reports bytes that have arrived. */
  arrived(bytes: number): void
  /** Reports that the body is complete. */
  complete(): void
  /** See `StreamBody.hold`. */
  hold(bytes: number): void
  /** To be called when the request has been handled. */
  release(): void
}

const tooSlow = () => new RestError('rest_request_timeout', 'The body arrives too slowly.', 408)
const serverBusy = () =>
  new RestError('rest_server_busy', 'The server has no memory left for this body. Try again later.', 503, {
    headers: { 'Retry-After': '10' },
  })

/**
 * Begins to receive a body. Only the time that the server waits for the client counts as its time. `onFailure` is called
 * when the body is given up: the rest of it must not be waited for.
 */
export function receiveBody(
  budget: MemoryBudget,
  { bodyTimeout = 10_000, minBodyRate = 1024 }: Pick<AdapterOptions, 'bodyTimeout' | 'minBodyRate'>,
  onFailure: () => void = () => {},
): ArrivingBody {
  let failure: RestError | undefined
  let rejectWait: ((error: unknown) => void) | undefined
  let transfer: Transfer | undefined
  let bytesArrived = 0
  let waited = 0

  const fail = (error: RestError) => {
    if (failure !== undefined) return
    failure = error
    onFailure()
    rejectWait?.(error)
  }
  const held = () => (transfer ??= budget.begin(() => fail(serverBusy())))
  const timeLeft = () => bodyTimeout + (bytesArrived / minBodyRate) * 1000 - waited

  return {
    async wait(start) {
      if (failure !== undefined) throw failure
      const began = performance.now()
      let timer: ReturnType<typeof setTimeout> | undefined
      let stop: (() => void) | undefined
      try {
        return await new Promise((resolve, reject) => {
          rejectWait = reject
          if (minBodyRate > 0) timer = setTimeout(() => fail(tooSlow()), Math.min(timeLeft(), MAX_TIMER))
          stop = start(resolve, reject)
        })
      } finally {
        clearTimeout(timer)
        stop?.()
        rejectWait = undefined
        waited += performance.now() - began
      }
    },
    arrived(bytes) {
      bytesArrived += bytes
      held().move(bytes)
    },
    complete: () => transfer?.secure(),
    hold(bytes) {
      held().hold(bytes)
      if (failure !== undefined) throw failure
    },
    release: () => transfer?.release(),
  }
}
