declare const detailType: unique symbol

/** A change that happened. Listeners receive a `D` after the change is stored. Made by `defineEvent`. */
export interface EventKey<D> {
  readonly name: string
  readonly [detailType]?: D
}

/** A value that passes through on its way out; `D` holds it as `value`, and its context. Made by `defineFilter`. */
export interface FilterKey<D extends Filtered> {
  readonly name: string
  readonly [detailType]?: D
}

/** What a filter receives: the value so far, and whatever else the filter's key declares. */
export interface Filtered {
  readonly value: unknown
}

/** Declares an event. The key itself identifies it; `name` appears in logs. */
export const defineEvent = <D>(name: string): EventKey<D> => Object.freeze({ name })

/** Declares a filter. The key itself identifies it; `name` appears in messages. */
export const defineFilter = <D extends Filtered>(name: string): FilterKey<D> => Object.freeze({ name })

/** Typed hooks: listeners of events, and filters of values, in the order of their registration. */
export interface Hooks {
  /** Adds a listener; the returned function removes it. */
  on<D>(event: EventKey<D>, listener: (detail: D) => void | Promise<void>): () => void
  /** Adds a function that returns the next value; the returned function removes it. */
  filter<D extends Filtered>(key: FilterKey<D>, change: (detail: D) => D['value']): () => void
  /** Calls the listeners one after the other. What one throws is reported and stops no other. */
  emit<D>(event: EventKey<D>, detail: D): Promise<void>
  /** Passes a value through the filters. */
  apply<D extends Filtered>(key: FilterKey<D>, detail: D): D['value']
}

type Listener = (detail: never) => void | Promise<void>
type Change = (detail: never) => unknown

/** Each registration is an entry of its own: the same function may be added twice and removed once. */
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

/** Creates hooks; `onError` receives what listeners throw, and the name of the event. */
export function createHooks(onError: (error: unknown, event: string) => void): Hooks {
  const listeners = new Map<object, readonly Entry<Listener>[]>()
  const changes = new Map<object, readonly Entry<Change>[]>()
  const addListener = adder(listeners)
  const addChange = adder(changes)
  return {
    on: (event, listener) => addListener(event, listener),
    filter: (key, change) => addChange(key, change),
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
