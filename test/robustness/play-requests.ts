import type { Dialect } from '@platen/site'
import type { RandomRequest } from './random-requests.js'
import { type Answer, complaintAbout } from './sound-answers.js'

/** More of the processor's time than this nothing may take, in milliseconds: it would be a pattern that backtracks, or a loop. */
const TOO_LONG = 6000

/** What went wrong, told once for each kind, with the first request that showed it. */
export interface Trouble {
  readonly what: string
  readonly request: RandomRequest
  readonly number: number
  readonly cause: string | undefined
}

/** What requests are played with. */
export interface Playing {
  readonly dialect: Dialect
  send(request: RandomRequest): Promise<Answer>
  /** Errors that were told meanwhile and are not part of an answer; emptied by whoever looks. */
  readonly errors: unknown[]
  /** Called with every answer. */
  seen?(request: RandomRequest, answer: Answer): void
}

const causeOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 6).join('\n') : String(error)

/** Plays so many requests, and says what went wrong. */
export async function playRequests(
  count: number,
  make: () => RandomRequest,
  playing: Playing,
): Promise<readonly Trouble[]> {
  const troubles = new Map<string, Trouble>()
  const rejections: unknown[] = []
  const onRejection = (reason: unknown) => rejections.push(reason)
  process.on('unhandledRejection', onRejection)
  for (let number = 0; number < count; number++) {
    const request = make()
    const tell = (what: string, cause: string | undefined) => {
      const key = `${what} ${cause?.split('\n').slice(0, 2).join() ?? ''}`
      if (!troubles.has(key)) troubles.set(key, { what, request, number, cause })
    }
    playing.errors.length = 0
    const before = process.cpuUsage()
    try {
      const answer = await playing.send(request)
      const complaint = complaintAbout(answer, playing.dialect)
      const cause = playing.errors.length > 0 ? causeOf(playing.errors[0]) : undefined
      if (complaint !== undefined || cause !== undefined) tell(complaint ?? 'an error beside an answer', cause)
      playing.seen?.(request, answer)
    } catch (thrown) {
      tell('a rejection', causeOf(thrown))
    }
    const { user, system } = process.cpuUsage(before)
    const took = (user + system) / 1000
    if (took > TOO_LONG) tell(`${request.method} ${request.path} took too long`, `${Math.round(took)} ms`)
    for (const reason of rejections.splice(0)) tell('an unhandled rejection', causeOf(reason))
  }
  process.off('unhandledRejection', onRejection)
  return [...troubles.values()]
}
