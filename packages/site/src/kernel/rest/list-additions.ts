import { checks, type HandlerRequest, type MaybePromise, type OptionChecks, type Schema } from '@platen/core'
import type { AnyCondition, AnyOrder, RelatedStep } from '@platen/storage'
import { registrationKey } from '../context/index.js'
import { checkDefinition, RegistrationError, registeredTooLate } from '../registrations/index.js'

/** An argument that others add to a list. */
export interface AddedArgument {
  readonly schema: Schema
  /** Whether `/search` has the argument as well, for results of this kind; or how it has it. */
  readonly search?: boolean | SearchArgument | undefined
  /**
   * The condition for a value, which has passed the schema; `undefined` for none. Called for requests with a value or a
   * default. An argument that another one reads from `request.params` needs none.
   */
  readonly where?: ((value: never, request: HandlerRequest) => MaybePromise<AnyCondition | undefined>) | undefined
}

/** An argument of `/search` that is not the same for all lists: all that are searched must have it. */
export interface SearchArgument {
  readonly schema: Schema
  /** The condition for a value, which has passed only this schema. */
  readonly where: (value: unknown, request: HandlerRequest) => MaybePromise<AnyCondition | undefined>
}

/** A value that others add to the `orderby` of a list. */
export interface AddedOrder {
  readonly steps: (direction: 'asc' | 'desc', request: HandlerRequest) => readonly AnyOrder[]
}

/** A step of an order by a field of any records, or of records that are related to them. */
export type AnyStep =
  | { readonly by: 'field'; readonly field: string; readonly direction: 'asc' | 'desc'; readonly folded?: boolean }
  | (Omit<RelatedStep, 'local'> & { readonly local: string })

/** An order that cursors continue, in a requested direction. */
export interface NamedOrder {
  readonly steps: (direction: 'asc' | 'desc') => readonly AnyStep[]
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

type ByList<T> = ReadonlyMap<string, ReadonlyMap<string, T>>

/** Additions to lists, by the name of the list: a post type or taxonomy, `user` or `comment`. */
export interface ListAdditions {
  addArgument(lists: string | readonly string[], name: string, argument: AddedArgument): void
  addOrder(lists: string | readonly string[], name: string, order: NamedOrder): void
  /**
   * Registers a function that adds to lists what depends on other registrations, such as meta keys. It is called once for
   * each list, when all registrations are complete.
   */
  contribute(addition: (list: string) => ListAddition | undefined): void
  /** The additions to a list that the site has, once all registrations are complete. */
  of(list: string): AddedToList
  /** What was added by name, also to lists that the site does not have. */
  readonly named: { readonly args: ByList<AddedArgument>; readonly orders: ByList<NamedOrder> }
  /** The lists of the site, once the routes are declared. */
  lists(): readonly string[]
  seal(): void
}

const { anObject, callable, flag, required } = checks

const argumentChecks: OptionChecks<AddedArgument> = {
  schema: required(anObject),
  search: flag,
  where: required(callable),
}
const orderChecks: OptionChecks<NamedOrder> = { steps: required(callable) }

/** Names that queries write without escapes; parameters of all routes, such as `_fields`, have others. */
const ARGUMENT_NAME = /^[a-z][a-z0-9_-]{0,63}$/i
const ORDER_NAME = /^[a-z][a-z0-9_.-]{0,63}$/i
/** Parameters of all lists that `OPTIONS` does not show. */
const RESERVED: ReadonlySet<string> = new Set(['cursor'])

function addNew<T>(values: Map<string, T>, name: string, value: T, what: string): void {
  if (values.has(name)) throw new RegistrationError(`${what} is already registered`)
  values.set(name, value)
}

const what = (kind: string, name: string, list: string) => `the ${kind} "${name}" of the list "${list}"`

function createListAdditions(): ListAdditions {
  const args = new Map<string, Map<string, AddedArgument>>()
  const orders = new Map<string, Map<string, NamedOrder>>()
  const contributors: ((list: string) => ListAddition | undefined)[] = []
  const complete = new Map<string, AddedToList>()
  let sealed = false
  const refuseLate = (what: string) => {
    if (sealed) throw registeredTooLate(what)
  }
  const add = <T>(all: Map<string, Map<string, T>>, list: string, name: string, value: T, kind: string) => {
    const ofList = all.get(list) ?? new Map<string, T>()
    addNew(ofList, name, value, what(kind, name, list))
    all.set(list, ofList)
  }
  const compose = (list: string): AddedToList => {
    const conditions: NonNullable<ListAddition['condition']>[] = []
    const composed = {
      args: new Map(args.get(list)),
      orders: new Map<string, AddedOrder>(orders.get(list)),
      conditions,
    }
    for (const contributor of contributors) {
      const { args: more = {}, orders: moreOrders = {}, condition } = contributor(list) ?? {}
      if (condition !== undefined) conditions.push(condition)
      for (const [name, argument] of Object.entries(more))
        addNew(composed.args, name, argument, what('argument', name, list))
      for (const [name, order] of Object.entries(moreOrders))
        addNew(composed.orders, name, order, what('order', name, list))
    }
    return composed
  }
  return {
    addArgument(lists, name, argument) {
      refuseLate(`the list argument "${name}"`)
      if (!ARGUMENT_NAME.test(name) || RESERVED.has(name))
        throw new RegistrationError(`"${name}" is not a valid name for a list argument`)
      checkDefinition(`the list argument "${name}"`, argument, argumentChecks)
      for (const list of [lists].flat()) add(args, list, name, Object.freeze({ ...argument }), 'argument')
    },
    addOrder(lists, name, order) {
      refuseLate(`the order "${name}"`)
      if (!ORDER_NAME.test(name)) throw new RegistrationError(`"${name}" is not a valid name for an order`)
      checkDefinition(`the order "${name}"`, order, orderChecks)
      for (const list of [lists].flat()) add(orders, list, name, Object.freeze({ ...order }), 'order')
    },
    contribute(addition) {
      refuseLate('additions to lists')
      contributors.push(addition)
    },
    of(list) {
      const existing = complete.get(list)
      if (existing !== undefined) return existing
      const composed = compose(list)
      if (sealed) complete.set(list, composed)
      return composed
    },
    named: { args, orders },
    lists: () => [...complete.keys()],
    seal() {
      sealed = true
    },
  }
}

/** The additions to the lists of a site. */
export const listAdditions = registrationKey('additions to lists', createListAdditions)
