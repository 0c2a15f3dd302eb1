import type { Registry } from '@platen/core'
import type { Hooks, RegistrationKey, SiteContext } from '../context/index.js'
import { type Registrations, registeredTooLate } from '../registrations/index.js'

/** The calls of every site, besides those that features add. */
export interface SetupCalls extends Pick<Hooks, 'on' | 'filter'> {
  readonly context: SiteContext
  /** Registers a new route, or extends or overrides a built-in one; see `Registry.route`. */
  readonly registerRoute: Registry['route']
}

/** What features create registration calls with. */
export interface Registering {
  readonly context: SiteContext
  /** Adds a value to a registry, and returns it. */
  added<T>(key: RegistrationKey<Pick<Registrations<T>, 'add'>>, name: string, value: T): T
  /** Throws a `RegistrationError` once the site serves requests. */
  refuseLate(what: string): void
  /** Runs work after the features were loaded, before the registries are sealed. */
  beforeSeal(work: () => Promise<void>): void
}

/** Creates the calls of a site; `seal` seals its registries, and `declareRoutes` declares the registered routes. */
export function createSetupCalls(context: SiteContext, sealValues: () => void) {
  const pending: (() => void)[] = []
  const last: (() => Promise<void>)[] = []
  let sealed = false
  let routed = false
  const calls: SetupCalls = {
    context,
    on: context.hooks.on,
    filter: context.hooks.filter,
    registerRoute(namespace, path, definition) {
      const declare = () => context.registry.route(namespace, path, definition)
      if (routed) declare()
      else pending.push(declare)
    },
  }
  const registering: Registering = {
    context,
    added(key, name, value) {
      context.get(key).add(name, value)
      return value
    },
    refuseLate(what) {
      if (sealed) throw registeredTooLate(what)
    },
    beforeSeal: work => void last.push(work),
  }
  return {
    calls,
    registering,
    async seal() {
      for (const work of last) await work()
      sealed = true
      sealValues()
    },
    declareRoutes() {
      routed = true
      for (const declare of pending) declare()
    },
  }
}
