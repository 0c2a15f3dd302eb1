import { checks, type FromSchema, type HandlerRequest, type MaybePromise, type Schema } from '@platen/core'
import type { BaseRecord, Condition, PositionedStep } from '@platen/storage'
import type { SiteContext } from '../context/index.js'
import { defineFeature, featurePart } from '../features/index.js'
import { type AddedArgument, listAdditions, type NamedOrder } from './list-additions.js'
import { searchTotalLimitOption } from './list-totals.js'

/** The conditions on each of some kinds of records. */
type ConditionOn<R> = R extends BaseRecord ? Condition<R> : never
/** The steps of orders of each of some kinds of records. */
type StepOn<R> = R extends BaseRecord ? PositionedStep<R> : never

/** The value of an argument in a request that has one, or a default. */
type ValueOf<S extends Schema> = FromSchema<S> | (S extends { readonly default: null } ? null : never)

/**
 * An argument of one or more lists, with a schema `S`; `C` is a condition on their records. It is in the schema of the
 * lists, and its values are validated and sanitized like those of built-in arguments.
 */
export interface ListArgument<S extends Schema, C> {
  readonly schema: S
  /** Whether `/search` has the argument as well, if it finds these records; it restricts no other results. */
  readonly search?: boolean
  /**
   * The condition for a value, or `undefined` for none. It only restricts what the caller may see. Runs for every request
   * with a value, or a default; a `RestError` that it throws is the response.
   */
  readonly where: (value: ValueOf<S>, request: HandlerRequest) => MaybePromise<C | undefined>
}

/** A value of the `orderby` of one or more lists; `T` is a step by a field of their records, or of related ones. */
export interface ListOrder<T> {
  /**
   * What to order by. `direction` is that of the argument `order`. Records that are equal in all steps are in the order of
   * their ids, in the direction of the last step. With a step by related records, only records with one are listed.
   */
  readonly steps: (direction: 'asc' | 'desc') => readonly T[]
}

/** An argument or order for the lists of features, created by `defineListArgument` or `defineListOrder`. */
export interface ListDefinition<T> {
  readonly lists: readonly string[]
  readonly name: string
  readonly definition: T
}

/** Takes an argument of one or more lists; `Other` are the records of lists that are not in `Records`. */
export type DeclareArgument<Records, Other, Result> = <const L extends string, const S extends Schema>(
  lists: L | readonly L[],
  name: string,
  argument: ListArgument<
    S,
    [L] extends [keyof Records]
      ? Records[L] extends infer R extends BaseRecord
        ? Condition<R>
        : never
      : ConditionOn<Other>
  >,
) => Result

/** Takes an order of one or more lists; `Other` are the records of lists that are not in `Records`. */
export type DeclareOrder<Records, Other, Result> = <const L extends string>(
  lists: L | readonly L[],
  name: string,
  order: ListOrder<
    [L] extends [keyof Records]
      ? Records[L] extends infer R extends BaseRecord
        ? PositionedStep<R>
        : never
      : StepOn<Other>
  >,
) => Result

/** The registration calls for additions to lists. */
export interface ListRegistrations<Records, Other> {
  /** Registers an argument of the lists of post types and taxonomies, by name, and of `user` and `comment`. */
  readonly registerListArgument: DeclareArgument<Records, Other, void>
  /** Registers a value of the argument `orderby` of lists. */
  readonly registerOrder: DeclareOrder<Records, Other, void>
}

/** The parts of features about lists. */
export interface ListsPart {
  /** Arguments of lists, as `defineListArgument` creates them. */
  readonly listArguments?: readonly ListDefinition<AddedArgument>[]
  /** Values of the `orderby` of lists, as `defineListOrder` creates them. */
  readonly listOrders?: readonly ListDefinition<NamedOrder>[]
}

const { anObject, listOf, required, shaped, text, texts } = checks

const definitions = listOf(
  shaped<ListDefinition<unknown>>({ lists: required(texts), name: required(text), definition: required(anObject) }),
  'a list of definitions',
)

const additionsOf = ({ context }: { readonly context: Pick<SiteContext, 'get'> }) => context.get(listAdditions)

/** Arguments and orders that users add to lists. */
export const listsFeature = defineFeature({
  name: 'lists',
  options: [searchTotalLimitOption],
  registrations: (registering): ListRegistrations<object, BaseRecord> => ({
    registerListArgument: (lists, name, argument) => additionsOf(registering).addArgument(lists, name, argument),
    registerOrder: (lists, name, order) => additionsOf(registering).addOrder(lists, name, order),
  }),
  parts: {
    listArguments: featurePart<NonNullable<ListsPart['listArguments']>>(definitions, (registering, all) => {
      for (const { lists, name, definition } of all) additionsOf(registering).addArgument(lists, name, definition)
    }),
    listOrders: featurePart<NonNullable<ListsPart['listOrders']>>(definitions, (registering, all) => {
      for (const { lists, name, definition } of all) additionsOf(registering).addOrder(lists, name, definition)
    }),
  },
})
