import { canonicalJson, type HandlerRequest, RestError } from '@platen/core'
import {
  type AnyRecord,
  type BaseRecord,
  type Collection,
  type CollectionDefinition,
  type Condition,
  conditionBuilder,
  type Found,
  type Position,
  type PositionedStep,
  positionedSteps,
  positionOf,
  type Query,
  type Scalar,
  wholeRecord,
} from '@platen/storage'
import type { SiteContext } from '../context/index.js'
import { findList } from './large-lists.js'
import { type CursorPosition, cursorCodec } from './list-cursor.js'

/** The page of a list; `cursor` is set if the request has one. There is no `total` after a cursor. */
export interface FoundPage<R extends BaseRecord, L, W extends readonly (keyof L)[]> extends Found<R, L, W> {
  readonly cursor?: { readonly next: string | undefined } | undefined
}

/** The query of a list, by page or offset. */
export interface ListQuery<R extends BaseRecord, W extends readonly string[]> extends Query<R, W> {
  /** The condition of the total, if it counts more than the query finds. */
  readonly counted?: Condition<R> | undefined
}

/** Parameters that affect neither the records of a list nor their order. */
const PRESENTATION: ReadonlySet<string> = new Set(['cursor', 'page', 'per_page', 'offset', 'context'])

/**
 * Finds the page of a list that a request selects: by the window of the query, or, if the request has a `cursor`, after the
 * page that the cursor came with. The empty cursor is that of the first page. Throws like {@link findList}.
 */
export async function findPage<R extends BaseRecord, L, const W extends readonly (keyof L & string)[] = readonly []>(
  site: SiteContext,
  request: HandlerRequest,
  collection: Pick<Collection<R, L>, 'find' | 'get' | 'count'>,
  { counted, ...query }: ListQuery<R, W>,
): Promise<FoundPage<R, L, W>> {
  const { cursor } = request.params
  const found = await findList(
    site,
    request,
    limits =>
      cursor === undefined
        ? collection.find({ ...limits, ...query })
        : findByCursor(site, request, collection, { ...limits, ...query }, cursor),
    query.limit,
  )
  return counted === undefined || (cursor ?? '') !== '' ? found : { ...found, total: await collection.count(counted) }
}

async function findByCursor<R extends BaseRecord, L, W extends readonly (keyof L & string)[]>(
  site: SiteContext,
  request: HandlerRequest,
  collection: Pick<Collection<R, L>, 'find' | 'get'>,
  query: Query<R, W>,
  cursor: unknown,
): Promise<FoundPage<R, L, W>> {
  if (typeof cursor !== 'string') throw invalidCursor()
  refuseCursorWith(request, 'page', 'offset')
  const { order = [], limit } = query
  const steps = positionedSteps(order)
  if (steps === undefined) throw cursorNotSupported('This order cannot be continued by a cursor.')
  const codec = await cursorCodec(site)
  const list = listOf(request, steps)
  const place = cursor === '' ? undefined : codec.decode(list, cursor)
  if (cursor !== '' && place === undefined) throw invalidCursor()
  const found = await collection.find({
    ...query,
    after: place?.isCut === true ? await uncut(site, collection, steps, place) : place,
    offset: undefined,
    // One more record shows whether there is another page.
    limit: limit === undefined ? undefined : limit + 1,
    total: place === undefined ? query.total : false,
  })
  const records = limit === undefined ? found.records : found.records.slice(0, limit)
  const listed = records.length < found.records.length ? records.at(-1) : undefined
  // The position contains the values that the list is ordered by.
  const last = listed && (await wholeRecord(listed, collection))
  return { ...found, records, cursor: { next: last && codec.encode(list, await placeOf(site, last, steps)) } }
}

/** Refuses a cursor if the page of a list depends on one of the given parameters. */
export function refuseCursorWith(request: HandlerRequest, ...names: readonly string[]): void {
  const sent = request.has('cursor') ? names.find(name => request.has(name)) : undefined
  if (sent !== undefined) throw cursorNotSupported(`A list with ${sent} cannot be continued by a cursor.`)
}

/** Refuses a cursor for a list that is not one collection in one order. */
export function refuseCursor(request: HandlerRequest): void {
  if (request.has('cursor')) throw cursorNotSupported('This list cannot be continued by a cursor.')
}

/** Identifies a list and its order. */
function listOf({ path, params }: HandlerRequest, steps: readonly { readonly field: string }[]): string {
  const selecting = Object.entries(params).filter(([name]) => !PRESENTATION.has(name) && !name.startsWith('_'))
  return canonicalJson([path, Object.fromEntries(selecting), steps])
}

/**
 * The position of a record whose texts did not fit into a cursor; if the record is gone or changed, the position of the
 * cut texts.
 */
async function uncut<R extends BaseRecord>(
  site: SiteContext,
  collection: Pick<Collection<R>, 'get'>,
  steps: readonly PositionedStep<R>[],
  { id, values }: CursorPosition,
): Promise<Position> {
  const record = await collection.get(id)
  const whole = record && (await placeOf(site, record, steps))
  const isSame = whole?.values.every((value, at) => String(value).startsWith(String(values[at]))) ?? false
  return whole !== undefined && isSame ? whole : { id, values }
}

/** The position of a record in an order; a record that has just lost what it is ordered by comes last. */
async function placeOf<R extends BaseRecord>(
  site: SiteContext,
  record: R,
  steps: readonly PositionedStep<R>[],
): Promise<Position> {
  const related = steps.flatMap(step => (step.by === 'related' ? [step] : []))
  const values = await Promise.all(
    related.map(async ({ collection, foreign, local, where, field }) => {
      // Stores find collections by their names.
      const others = site.store.collection({ name: collection } as CollectionDefinition)
      const { and, eq } = conditionBuilder<AnyRecord>(collection)
      const other = await others.first({ where: and(eq(foreign, record[local] as Scalar), where) })
      return (other?.[field] ?? '') as Scalar
    }),
  )
  return positionOf(record, steps, values)
}

const invalidCursor = () =>
  new RestError(
    'rest_invalid_cursor',
    'The cursor is not one of this list: it belongs to the arguments that it was returned for.',
    400,
  )

const cursorNotSupported = (message: string) =>
  new RestError('rest_cursor_not_supported', `${message} Use page, or offset.`, 400)
