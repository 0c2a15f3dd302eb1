import type { SiteContext } from '../../kernel/context/index.js'
import type { ContentCalls } from '../../kernel/operations/index.js'
import type { Feature } from '../feature.js'
import type { RegistrationCalls } from '../registration-calls.js'
import type { SiteCore } from '../site-core.js'

/** A call that is repeated on every later core. */
type Replay = (core: SiteCore) => unknown

type AnyCall = (...args: readonly unknown[]) => unknown

/**
 * The registration calls of a site whose core is replaced: each works on the current core, and `replay` repeats it on
 * another one. Listeners and filters that were removed are not added again.
 */
export function recordCalls(current: () => SiteCore, context: SiteContext) {
  const replays = new Set<Replay>()
  const record = <R>(call: (core: SiteCore) => R): R => {
    const result = call(current())
    replays.add(call)
    return result
  }
  /** Records a call that adds something; the returned function removes it from the current core and from later ones. */
  const recordAdded = (add: (core: SiteCore) => () => void): (() => void) => {
    let remove: () => void = () => {}
    const call: Replay = core => {
      remove = add(core)
    }
    record(call)
    return () => {
      replays.delete(call)
      remove()
    }
  }
  const own: Pick<RegistrationCalls, 'context' | 'on' | 'filter'> = {
    context,
    on: (event, listener) => recordAdded(({ calls }) => calls.on(event, listener)),
    filter: (key, change) => recordAdded(({ calls }) => calls.filter(key, change)),
  }
  const register = Object.keys(current().calls)
    .filter((key): key is keyof RegistrationCalls => !(key in own))
    .map(key => {
      const call: AnyCall = (...args) => record(({ calls }) => Reflect.apply(calls[key] as AnyCall, calls, args))
      return [key, call] as const
    })
  return {
    // Each repeated call has the parameters of the original.
    calls: Object.freeze({ ...Object.fromEntries(register), ...own }) as RegistrationCalls,
    use: <F extends Feature>(feature: F, inProcess?: ContentCalls) => record(core => core.use(feature, inProcess)),
    replay(core: SiteCore): void {
      for (const call of replays) call(core)
    },
  }
}
