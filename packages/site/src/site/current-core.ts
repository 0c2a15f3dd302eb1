import type { SiteContext } from '../kernel/context/index.js'
import { withinStartTime } from '../server/plugins/index.js'
import type { Feature } from './feature.js'
import type { RegistrationCalls } from './registration-calls.js'
import type { SiteCore } from './site-core.js'

type AnyCall = (...args: readonly unknown[]) => unknown

/**
 * The current core of a site, which others replace. The registration calls work on the current core, and are repeated on
 * later ones, except those of listeners and filters that were removed. The members of `context` are those of the current
 * context.
 */
export function createCurrentCore(create: () => SiteCore) {
  let core = create()
  let unstarted: SiteCore | undefined = core
  const repeated = new Set<(core: SiteCore) => unknown>()

  const record = <R>(call: (core: SiteCore) => R): R => {
    const result = call(core)
    repeated.add(call)
    return result
  }
  /** Records a call that adds something; the returned function removes it from the current core and from later ones. */
  const recordAdded = (add: (core: SiteCore) => () => void): (() => void) => {
    let remove: () => void = () => {}
    const call = (made: SiteCore) => {
      remove = add(made)
    }
    record(call)
    return () => {
      repeated.delete(call)
      remove()
    }
  }
  const recreate = (): SiteCore => {
    const made = create()
    for (const call of repeated) call(made)
    return made
  }

  const context = {}
  for (const key of Object.keys(core.context) as (keyof SiteContext)[])
    Object.defineProperty(context, key, { enumerable: true, get: () => core.context[key] })
  const calls: Record<string, unknown> = {}
  for (const key of Object.keys(core.calls) as (keyof RegistrationCalls)[])
    calls[key] = (...args: readonly unknown[]) =>
      record(made => Reflect.apply(made.calls[key] as AnyCall, undefined, args))
  const added: Pick<RegistrationCalls, 'context' | 'on' | 'filter'> = {
    // It has exactly the keys of a context.
    context: Object.freeze(context) as SiteContext,
    on: (event, listener) => recordAdded(made => made.calls.on(event, listener)),
    filter: (key, change) => recordAdded(made => made.calls.filter(key, change)),
  }
  return {
    get: () => core,
    // Each call has the parameters of the original.
    calls: Object.freeze({ ...calls, ...added }) as RegistrationCalls,
    use: (feature: Feature) => record(made => made.use(feature)),
    /** Starts a core with more features: the first one, or one to replace it. If it fails, stops it. */
    async start(features: readonly Feature[]) {
      const next = unstarted ?? recreate()
      unstarted = undefined
      try {
        for (const feature of features) next.use(feature)
        await withinStartTime(next.start())
      } catch (error) {
        await next.stop()
        if (next === core) {
          core = recreate()
          unstarted = core
        }
        throw error
      }
      return {
        stop: next.stop,
        /** Makes it the current core. The previous one finishes its requests, and is stopped. */
        use(): void {
          const before = core
          core = next
          if (before !== next) void before.stop()
        },
      }
    },
  }
}
