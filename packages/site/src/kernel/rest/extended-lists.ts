import {
  type Args,
  canonicalJson,
  type HandlerRequest,
  invalidParams,
  type MaybePromise,
  RestError,
  type Schema,
} from '@platen/core'
import type {
  AnyCondition,
  BaseRecord,
  CollectionDefinition,
  Condition,
  ConditionBuilder,
  Order,
} from '@platen/storage'
import type { SiteContext } from '../context/index.js'
import { RegistrationError } from '../registrations/index.js'
import { type AddedArgument, type AnyStep, listAdditions, type NamedOrder } from './list-additions.js'

type Registered = Pick<SiteContext, 'get'>

type Listed = Pick<CollectionDefinition, 'columns'>

/** Checks that an order is by fields that records have and can be ordered by, or related by; throws a `RegistrationError`. */
function checkSteps(what: string, steps: readonly AnyStep[], { columns }: Listed): void {
  const refuse = (problem: string) => new RegistrationError(`${what} ${problem}`)
  if (!Array.isArray(steps) || steps.length === 0) throw refuse('has no steps')
  for (const step of steps) {
    if (step.by !== 'field' && step.by !== 'related') throw refuse('has a step that is not by a field')
    const [field, folded] = step.by === 'field' ? [step.field, step.folded] : [step.local, false]
    const column = columns[field]
    if (column === undefined && field !== 'id') throw refuse(`is by a field "${field}", which the records do not have`)
    if (column?.kind === 'json') throw refuse(`is by the field "${field}", whose values have no order`)
    if (folded === true && column?.folded !== true) throw refuse(`is by the folded text of "${field}", which has none`)
  }
}

/**
 * The arguments of a list of records of a collection, with those that others add. Throws a `RegistrationError` if one of
 * them, or an order, has the name of a built-in one, or if an order is by fields that the records do not have.
 */
export function withAddedArgs(site: Registered, list: string, collection: Listed, args: Args): Args {
  const additions = site.get(listAdditions)
  const added = additions.of(list)
  for (const [name, { steps }] of additions.named.orders.get(list) ?? [])
    for (const direction of ['asc', 'desc'] as const)
      checkSteps(`the order "${name}" of the list "${list}"`, steps(direction), collection)
  const all: Record<string, Schema> = { ...args }
  for (const [name, { schema }] of added.args) {
    if (Object.hasOwn(args, name)) throw new RegistrationError(`the list "${list}" already has an argument "${name}"`)
    all[name] = schema
  }
  const { orderby, order } = args
  if (added.orders.size === 0 || orderby === undefined || order === undefined) return all
  const orders = orderby.enum ?? []
  for (const name of added.orders.keys())
    if (orders.includes(name)) throw new RegistrationError(`the list "${list}" already has an order "${name}"`)
  return {
    ...all,
    orderby: severalOf(orderby, [...orders, ...added.orders.keys()]),
    order: severalOf(order, order.enum ?? []),
  }
}

/** The most orders of one list. */
const MOST_ORDERS = 4

/** One of some texts, or a list of them. */
function severalOf({ enum: _, type = 'string', ...rest }: Schema, values: readonly unknown[]): Schema {
  const one: Schema = { type, enum: values }
  return {
    ...rest,
    anyOf: [
      { title: 'One', ...one },
      { title: 'Several', type: 'array', items: one, minItems: 1, maxItems: MOST_ORDERS },
    ],
  }
}

/** Whether a request of a list has a value for an argument that others add, be it a default. */
export function hasAddedArgument(site: Registered, list: string, { params }: Pick<HandlerRequest, 'params'>): boolean {
  for (const name of site.get(listAdditions).of(list).args.keys()) if (params[name] !== undefined) return true
  return false
}

/**
 * The condition of the arguments that others add to a list; `undefined` if there is none. It restricts what the list shows:
 * join it by `and` to everything else. `use` is the route: the list itself, or `/search`, which has only some arguments.
 */
export function addedCondition<R extends BaseRecord>(
  site: Registered,
  list: string,
  request: HandlerRequest,
  use: 'list' | 'search' = 'list',
): MaybePromise<Condition<R> | undefined> {
  const additions = site.get(listAdditions)
  const added = additions.of(list)
  const conditions: MaybePromise<AnyCondition | undefined>[] = []
  if (use === 'list') {
    if (isByRelated(additions.named.orders.get(list), request)) conditions.push(EVERYTHING)
    for (const condition of added.conditions) {
      const made = condition(request)
      if (made !== undefined) conditions.push(made)
    }
  }
  for (const [name, argument] of added.args) {
    const value = request.params[name]
    const { search } = argument
    if (value === undefined || (use === 'search' && !search)) continue
    conditions.push(conditionFor(use === 'search' && typeof search === 'object' ? search : argument, value, request))
  }
  return conditions.length === 0 ? undefined : joined(conditions)
}

const EVERYTHING: AnyCondition = Object.freeze({ op: 'and', all: Object.freeze([]) })

/** Whether the order of a request leaves out records without related ones: it is a filter, too. */
function isByRelated(orders: ReadonlyMap<string, NamedOrder> | undefined, { params }: HandlerRequest): boolean {
  if (orders === undefined) return false
  const names = [params['orderby']].flat().filter(name => typeof name === 'string')
  return names.some(name =>
    orders
      .get(name)
      ?.steps('asc')
      .some(({ by }) => by === 'related'),
  )
}

/** Rejects if the function throws, so that the conditions of other arguments are awaited as well. */
const conditionFor = async ({ where }: Pick<AddedArgument, 'where'>, value: unknown, request: HandlerRequest) =>
  // The schema has accepted the value.
  where?.(value as never, request)

async function joined<R extends BaseRecord>(
  conditions: readonly MaybePromise<AnyCondition | undefined>[],
): Promise<Condition<R> | undefined> {
  const all = (await Promise.all(conditions)).filter(condition => condition !== undefined)
  // The conditions were registered for records of this list.
  return all.length === 0 ? undefined : Object.freeze({ op: 'and', all: Object.freeze(all as Condition<R>[]) })
}

/**
 * The order of a list that `orderby` and `order` request: one or several names, built-in ones and those that others add. A
 * name without a direction has the last one. `builtIn` is the order for the parameters of a built-in name.
 */
export function requestedOrder<R extends BaseRecord>(
  site: Registered,
  list: string,
  request: HandlerRequest,
  builtIn: (params: HandlerRequest['params']) => readonly Order<R>[],
): readonly Order<R>[] {
  const { params } = request
  const { orders } = site.get(listAdditions).of(list)
  if (orders.size === 0) return builtIn(params)
  const names = [params['orderby']].flat()
  const directions = [params['order']].flat()
  return names.flatMap((name, at) => {
    const order = directions[at] ?? directions.at(-1)
    const added = typeof name === 'string' ? orders.get(name) : undefined
    const steps =
      added === undefined
        ? builtIn({ ...params, orderby: name, order })
        : // The order was registered for records of this list.
          (added.steps(order === 'asc' ? 'asc' : 'desc', request) as readonly Order<R>[])
    return at + 1 < names.length ? withoutTies(steps) : steps
  })
}

/** An order without the id that decides between equal records: the next order does. */
const withoutTies = <R extends BaseRecord>(steps: readonly Order<R>[]): readonly Order<R>[] => {
  const last = steps.at(-1)
  return steps.length > 1 && last?.by === 'field' && last.field === 'id' ? steps.slice(0, -1) : steps
}

/**
 * What others add to the arguments of `/search`, for the lists that it searches. Throws a `RegistrationError` if an argument
 * has the name of one in `args`, or if two with the same name have different schemas.
 */
export function addedSearchArgs(site: Registered, searched: readonly string[], args: Args): Args {
  const additions = site.get(listAdditions)
  const all: Record<string, Schema> = {}
  for (const list of searched)
    for (const [name, { schema: ofList, search }] of additions.of(list).args) {
      if (!search) continue
      const schema = search === true ? ofList : search.schema
      const what = `the search argument "${name}" of the list "${list}"`
      if (Object.hasOwn(args, name)) throw new RegistrationError(`${what}: /search already has an argument "${name}"`)
      const other = all[name]
      if (other !== undefined && canonicalJson(other) !== canonicalJson(schema))
        throw new RegistrationError(`${what} has another schema than that of another list`)
      all[name] = schema
    }
  return all
}

/** Throws a 400 for an argument of a search that filters other lists, but not this one. */
function requireOwnArguments(site: Registered, list: string, { params }: HandlerRequest): void {
  const additions = site.get(listAdditions)
  const own = additions.of(list).args
  for (const other of additions.lists())
    for (const [name, { search }] of additions.of(other).args) {
      if (typeof search !== 'object' || params[name] === undefined || own.has(name)) continue
      const message = `"${name}" does not filter results of the type "${list}".`
      throw invalidParams(new Map([[name, new RestError('rest_invalid_param', message, 400)]]))
    }
}

/**
 * The condition of the added arguments of a search in several lists. Each restricts only the records of its list: `others`
 * is the condition of those of all other lists.
 */
export async function addedSearchCondition<R extends BaseRecord>(
  site: Registered,
  { and, or }: ConditionBuilder<R>,
  lists: readonly string[],
  others: (list: string) => Condition<R>,
  request: HandlerRequest,
): Promise<Condition<R> | undefined> {
  const conditions: Condition<R>[] = []
  for (const list of lists) {
    requireOwnArguments(site, list, request)
    const condition = await addedCondition<R>(site, list, request, 'search')
    if (condition !== undefined) conditions.push(lists.length === 1 ? condition : or(others(list), condition))
  }
  return conditions.length === 0 ? undefined : and(...conditions)
}
