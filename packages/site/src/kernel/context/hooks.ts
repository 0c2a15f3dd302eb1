import { RegistrationError } from '../registrations/index.js'

declare const detailType: unique symbol

/** Identifies an event. Listeners receive a `D` after the change is stored. Created by `defineEvent`. */
export interface EventKey<D> {
  readonly kind: 'event'
  readonly name: string
  readonly [detailType]?: D
}

/** Identifies a filter. `D` contains the filtered `value` and its context. Created by `defineFilter`. */
export interface FilterKey<D extends Filtered> {
  readonly kind: 'filter'
  readonly name: string
  readonly [detailType]?: D
}

/** The argument of a filter: the current value, and the context that the filter's key declares. */
export interface Filtered {
  readonly value: unknown
}

/** Declares an event. The key itself identifies it; `name` appears in logs. */
export const defineEvent = <D>(name: string): EventKey<D> => Object.freeze({ kind: 'event', name })

/** Declares a filter. The key itself identifies it; `name` appears in messages. */
export const defineFilter = <D extends Filtered>(name: string): FilterKey<D> => Object.freeze({ kind: 'filter', name })

/** Typed hooks: event listeners and value filters, run in the order of their registration. */
export interface Hooks {
  /** Adds a listener; the returned function removes it. Throws a `RegistrationError` for what is not an event. */
  on<D>(event: EventKey<D>, listener: (detail: D) => void | Promise<void>): () => void
  /** Adds a function that returns the next value; the returned function removes it. Throws like `on`. */
  filter<D extends Filtered>(key: FilterKey<D>, change: (detail: D) => D['value']): () => void
  /** Whether an event has listeners. */
  listens<D>(event: EventKey<D>): boolean
  /** Calls the listeners one after the other. An error in one is reported and does not stop the others. */
  emit<D>(event: EventKey<D>, detail: D): Promise<void>
  /** Passes a value through the filters. */
  apply<D extends Filtered>(key: FilterKey<D>, detail: D): D['value']
}

type Listener = (detail: never) => void | Promise<void>
type Change = (detail: never) => unknown

/** A wrapper per registration, so that a function added twice can be removed once. */
interface Entry<T> {
  readonly run: T
}

function adder<T>(all: Map<object, readonly Entry<T>[]>): (key: object, run: T) => () => void {
  return (key, run) => {
    const entry = { run }
    all.set(key, [...(all.get(key) ?? []), entry])
    return () => {
      all.set(
        key,
        (all.get(key) ?? []).filter(other => other !== entry),
      )
    }
  }
}

/** A name, as in other systems, or a key of the other kind would never be called. */
function requireKey(kind: 'event' | 'filter', given: unknown, expected: string): void {
  const key = given !== null && typeof given === 'object' ? (given as { kind?: unknown; name?: unknown }) : undefined
  if (key?.kind === kind) return
  throw new RegistrationError(`"${String(key?.name ?? given)}" is not ${expected}, which you import`)
}

/** Creates hooks. `onError` receives errors thrown by listeners, with the name of the event. */
export function createHooks(onError: (error: unknown, event: string) => void): Hooks {
  const listeners = new Map<object, readonly Entry<Listener>[]>()
  const changes = new Map<object, readonly Entry<Change>[]>()
  const addListener = adder(listeners)
  const addChange = adder(changes)
  return {
    on(event, listener) {
      requireKey('event', event, 'an event such as postSaved')
      return addListener(event, listener)
    },
    filter(key, change) {
      requireKey('filter', key, 'a filter such as postContent')
      return addChange(key, change)
    },
    listens: event => (listeners.get(event)?.length ?? 0) > 0,
    async emit(event, detail) {
      for (const { run } of listeners.get(event) ?? []) {
        try {
          await run(detail as never)
        } catch (error) {
          onError(error, event.name)
        }
      }
    },
    apply(key, detail) {
      const all = changes.get(key)
      if (all === undefined) return detail.value
      let passing = detail
      for (const { run } of all) passing = { ...passing, value: run(passing as never) }
      return passing.value
    },
  }
}
