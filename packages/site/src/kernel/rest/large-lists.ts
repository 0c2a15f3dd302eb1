import { type HandlerRequest, memoKey } from '@platen/core'
import { type BaseRecord, type Collection, type Query, StoreError, type TextLimits } from '@platen/storage'
import { registrationKey, type SiteContext } from '../context/index.js'

/**
 * The lengths of the texts of a list together, in UTF-16 code units. Up to the first, most lists are computed in one turn
 * of the event loop, so that few of them are in memory at a time; longer ones wait for each other. Beyond the second,
 * long texts are omitted.
 */
const ORDINARY = 512 * 1024
const MOST = 32 * 1024 * 1024

/** The number of texts that share the length of a list without `limit`, or of relations. */
const ASSUMED_TEXTS = 8192

/** How many large lists a site reads and writes at a time. Each may take several hundred megabytes. */
const MOST_AT_A_TIME = 2
/** How long a request waits for others, in milliseconds. */
const MAX_WAIT = 30_000

/** The number of large lists in memory, and the requests that wait for others. */
interface LargeLists {
  active: number
  readonly waiting: ((refused?: StoreError) => void)[]
}

const largeLists = registrationKey('large lists', (): LargeLists => ({ active: 0, waiting: [] }), { isLasting: true })

/**
 * Finds the records of a list, or those that belong to them, with a function that takes the limits of their texts. If
 * they are too long together, it omits those that exceed an equal share, see `omittedFields`; `records` is the maximum
 * number of records. Throws the `StoreError` `unavailable` if too many large lists are requested at the same time.
 */
export async function findList<T>(
  site: Pick<SiteContext, 'get'>,
  request: HandlerRequest,
  find: (limits: TextLimits) => Promise<T>,
  records?: number,
): Promise<T> {
  try {
    return await find({ maxLength: ORDINARY })
  } catch (error) {
    if (!isTooLarge(error)) throw error
    await awaitTurn(site.get(largeLists), request)
    return findShortened(find, records)
  }
}

/** Finds the records that a part of a page shows, without long texts if they are too long together. */
export async function findShown<R extends BaseRecord, L>(
  collection: Pick<Collection<R, L>, 'find'>,
  query: Query<NoInfer<R>>,
): Promise<readonly R[]> {
  return findShortened(async limits => (await collection.find({ ...limits, ...query })).records, query.limit)
}

/** Finds records without waiting for other lists; omits long texts if they are too long together. */
export async function findShortened<T>(find: (limits: TextLimits) => Promise<T>, records?: number): Promise<T> {
  try {
    return await find({ maxLength: MOST })
  } catch (error) {
    if (!isTooLarge(error)) throw error
    return find({ maxTextBytes: Math.trunc(MOST / Math.max(1, records ?? ASSUMED_TEXTS)) })
  }
}

const isTooLarge = (error: unknown): boolean => error instanceof StoreError && error.code === 'too_large'

const turn = memoKey<Promise<void>>('turn of large lists')

/**
 * Waits until few other requests have large lists in memory. The request counts as one of them until it is answered: its
 * further lists, and those that its response embeds, do not wait again.
 */
function awaitTurn(lists: LargeLists, request: HandlerRequest): Promise<void> {
  const { origin = request } = request
  return origin.once(turn, () => takeTurn(lists, origin))
}

async function takeTurn(lists: LargeLists, request: HandlerRequest): Promise<void> {
  if (lists.active >= MOST_AT_A_TIME) await untilAdmitted(lists, request.signal)
  else lists.active++
  request.onceAnswered(() => {
    const next = lists.waiting.shift()
    if (next === undefined) lists.active--
    else next()
  })
}

/** Resolves when another request passes on its place. */
function untilAdmitted({ waiting }: LargeLists, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (refused?: StoreError) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      if (refused === undefined) resolve()
      else reject(refused)
    }
    const leave = () => {
      waiting.splice(waiting.indexOf(end), 1)
      end(new StoreError('unavailable', 'Too many lists of large records are requested at the same time.'))
    }
    const timer = setTimeout(leave, MAX_WAIT)
    signal?.addEventListener('abort', leave)
    waiting.push(end)
  })
}
