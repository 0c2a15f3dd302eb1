import type { Dispatch } from '@platen/core'
import type { As, ContentCalls } from '../kernel/operations/index.js'
import { type Ability, abilities, execute, noSuchAbility, permittedInput } from '../server/abilities/index.js'

/** The abilities of a site, in process, including those that REST does not show. */
export interface SiteAbilities {
  /** All abilities, in the order of their registration. */
  all(): readonly Ability[]
  get(name: string): Ability | undefined
  /**
   * Runs an ability with the permissions of `as`, and resolves with its output. `T` is the type of the output; it is not
   * checked. Rejects with the `RestError` that a request would get, or with errors of the ability.
   */
  run<T = unknown>(name: string, input: unknown, by: As): Promise<T>
}

/** Creates the abilities of a site in process. */
export function siteAbilities({ site, actor }: ContentCalls, dispatch: Dispatch): SiteAbilities {
  return Object.freeze<SiteAbilities>({
    all: () => site.get(abilities).all(),
    get: name => site.get(abilities).get(name),
    async run<T>(name: string, input: unknown, by: As) {
      const principal = await actor(by, 'POST')
      const ability = site.get(abilities).get(name)
      if (ability === undefined) throw noSuchAbility()
      const scope = {
        site,
        actor: principal,
        signal: undefined,
        dispatch: <B>(request: Parameters<Dispatch>[0]) => dispatch<B>({ ...request, principal }),
      }
      return (await execute(ability, await permittedInput(ability, input, scope), scope)) as T
    },
  })
}
