import { type Args, checks, type HandlerRequest, type MaybePromise, type OptionChecks, type Schema } from '@platen/core'
import type { AnyCondition, AnyOrder, BaseRecord, Condition, Order } from '@platen/storage'
import { registrationKey, type SiteContext } from '../context/index.js'
import { checkDefinition, RegistrationError, registeredTooLate } from '../registrations/index.js'

/** An argument that others add to a list. */
export interface AddedArgument {
  readonly schema: Schema
  /** Whether `/search` has the argument as well, for results of this kind. */
  readonly search?: boolean | undefined
  /**
   * The condition for a value, which has passed the schema; `undefined` for none. Called for requests with a value or a
   * default. An argument that another one reads from `request.params` needs none.
   */
  readonly where?: ((value: never, request: HandlerRequest) => MaybePromise<AnyCondition | undefined>) | undefined
}

/** A value that others add to the `orderby` of a list. */
export interface AddedOrder {
  readonly steps: (direction: 'asc' | 'desc', request: HandlerRequest) => readonly AnyOrder[]
}

/** What others add to a list, by name. */
export interface ListAddition {
  readonly args?: Readonly<Record<string, AddedArgument>> | undefined
  readonly orders?: Readonly<Record<string, AddedOrder>> | undefined
  /** A condition that depends on several arguments; also called for requests without any. */
  readonly condition?: ((request: HandlerRequest) => MaybePromise<AnyCondition | undefined>) | undefined
}

/** The additions to one list. */
interface AddedToList {
  readonly args: ReadonlyMap<string, AddedArgument>
  readonly orders: ReadonlyMap<string, AddedOrder>
  readonly conditions: readonly NonNullable<ListAddition['condition']>[]
}

/** Additions to lists, by the name of the list: a post type or taxonomy, `user` or `comment`. */
export interface ListAdditions {
  addArgument(lists: string | readonly string[], name: string, argument: AddedArgument): void
  addOrder(lists: string | readonly string[], name: string, order: AddedOrder): void
  /**
   * Registers a function that adds to lists what depends on other registrations, such as meta keys. It is called once for
   * each list, when all registrations are complete.
   */
  contribute(addition: (list: string) => ListAddition | undefined): void
  /** The additions to a list, once all registrations are complete. */
  of(list: string): AddedToList
  /** The lists with arguments or orders that were registered by name. */
  named(): readonly string[]
  /** The lists whose additions were requested: all, once the routes are declared. */
  lists(): readonly string[]
  seal(): void
}

const { anObject, callable, flag, required } = checks

const argumentChecks: OptionChecks<AddedArgument> = { schema: required(anObject), search: flag, where: callable }
const orderChecks: OptionChecks<AddedOrder> = { steps: required(callable) }

/** Names that are the same in a query, and are not those of parameters of all routes, such as `_fields`. */
const ARGUMENT_NAME = /^[a-z][a-z0-9_-]{0,63}$/i
const ORDER_NAME = /^[a-z][a-z0-9_.-]{0,63}$/i
/** Parameters of all lists that `OPTIONS` does not show. */
const RESERVED: ReadonlySet<string> = new Set(['cursor'])

/** Adds a value to those of a list, unless there is one with that name. */
function addNew<T>(values: Map<string, T>, name: string, value: T, what: string): void {
  if (values.has(name)) throw new RegistrationError(`${what} is already registered`)
  values.set(name, value)
}

function createListAdditions(): ListAdditions {
  const args = new Map<string, Map<string, AddedArgument>>()
  const orders = new Map<string, Map<string, AddedOrder>>()
  const contributors: ((list: string) => ListAddition | undefined)[] = []
  const resolved = new Map<string, AddedToList>()
  let sealed = false
  const refuseLate = (what: string) => {
    if (sealed) throw registeredTooLate(what)
  }
  const add = <T>(all: Map<string, Map<string, T>>, list: string, name: string, value: T, kind: string) => {
    const ofList = all.get(list) ?? new Map<string, T>()
    addNew(ofList, name, value, `the ${kind} "${name}" of the list "${list}"`)
    all.set(list, ofList)
  }
  const resolve = (list: string): AddedToList => {
    const conditions: NonNullable<ListAddition['condition']>[] = []
    const added = { args: new Map(args.get(list)), orders: new Map(orders.get(list)), conditions }
    for (const contributor of contributors) {
      const { args: more = {}, orders: moreOrders = {}, condition } = contributor(list) ?? {}
      if (condition !== undefined) conditions.push(condition)
      for (const [name, argument] of Object.entries(more))
        addNew(added.args, name, argument, `the argument "${name}" of the list "${list}"`)
      for (const [name, order] of Object.entries(moreOrders))
        addNew(added.orders, name, order, `the order "${name}" of the list "${list}"`)
    }
    return added
  }
  return {
    addArgument(lists, name, argument) {
      const what = `the list argument "${name}"`
      refuseLate(what)
      if (!ARGUMENT_NAME.test(name) || RESERVED.has(name))
        throw new RegistrationError(`"${name}" is not a valid name for a list argument`)
      checkDefinition(what, argument, argumentChecks)
      for (const list of [lists].flat()) add(args, list, name, Object.freeze({ ...argument }), 'argument')
    },
    addOrder(lists, name, order) {
      const what = `the order "${name}"`
      refuseLate(what)
      if (!ORDER_NAME.test(name)) throw new RegistrationError(`"${name}" is not a valid name for an order`)
      checkDefinition(what, order, orderChecks)
      for (const list of [lists].flat()) add(orders, list, name, Object.freeze({ ...order }), 'order')
    },
    contribute(addition) {
      refuseLate('additions to lists')
      contributors.push(addition)
    },
    of(list) {
      const existing = resolved.get(list)
      if (existing !== undefined) return existing
      const added = resolve(list)
      if (sealed) resolved.set(list, added)
      return added
    },
    named: () => [...new Set([...args.keys(), ...orders.keys()])],
    lists: () => [...resolved.keys()],
    seal() {
      sealed = true
    },
  }
}

/** The additions to the lists of a site. */
export const listAdditions = registrationKey('additions to lists', createListAdditions)

type Additions = Pick<SiteContext, 'get'>

/**
 * The arguments of a list, with those that others add. Throws a `RegistrationError` if one of them, or an order, has the
 * name of a built-in one.
 */
export function withAddedArgs(site: Additions, list: string, args: Args): Args {
  const added = site.get(listAdditions).of(list)
  const all: Record<string, Schema> = { ...args }
  for (const [name, { schema }] of added.args) {
    if (Object.hasOwn(all, name)) throw new RegistrationError(`the list "${list}" already has an argument "${name}"`)
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
export function hasAddedArgument(site: Additions, list: string, { params }: Pick<HandlerRequest, 'params'>): boolean {
  for (const name of site.get(listAdditions).of(list).args.keys()) if (params[name] !== undefined) return true
  return false
}

/**
 * The condition of the arguments that others add to a list; `undefined` if there is none. It restricts what the list shows:
 * join it by `and` to everything else. `use` is the route: the list itself, or `/search`, which has only some arguments.
 */
export function addedCondition<R extends BaseRecord>(
  site: Additions,
  list: string,
  request: HandlerRequest,
  use: 'list' | 'search' = 'list',
): MaybePromise<Condition<R> | undefined> {
  const added = site.get(listAdditions).of(list)
  const conditions: MaybePromise<AnyCondition | undefined>[] = use === 'list' ? ofRequest(added, request) : []
  for (const [name, { where, search }] of added.args) {
    const value = request.params[name]
    // Its schema has accepted the value.
    if (value !== undefined && where !== undefined && (use === 'list' || search === true))
      conditions.push(where(value as never, request))
  }
  return conditions.length === 0 ? undefined : joined(conditions)
}

async function joined<R extends BaseRecord>(
  conditions: readonly MaybePromise<AnyCondition | undefined>[],
): Promise<Condition<R> | undefined> {
  const all = (await Promise.all(conditions)).filter(condition => condition !== undefined)
  // The conditions were registered for records of this list.
  return all.length === 0 ? undefined : Object.freeze({ op: 'and', all: Object.freeze(all as Condition<R>[]) })
}

/** The conditions that depend on the whole request. */
function ofRequest({ conditions }: AddedToList, request: HandlerRequest): MaybePromise<AnyCondition | undefined>[] {
  const all: MaybePromise<AnyCondition | undefined>[] = []
  for (const condition of conditions) {
    const made = condition(request)
    if (made !== undefined) all.push(made)
  }
  return all
}

/**
 * The order of a list that `orderby` and `order` request: one or several names, built-in ones and those that others add. A
 * name without a direction has the last one. `builtIn` is the order for the parameters of a built-in name.
 */
export function requestedOrder<R extends BaseRecord>(
  site: Additions,
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
