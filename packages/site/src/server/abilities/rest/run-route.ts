import { endpoint, type HandlerRequest, type Method, memoKey, objectSchema, RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { Ability, AbilityScope } from '../ability.js'
import { execute, noSuchAbility, permittedInput } from '../run-ability.js'
import { abilitiesNamespace } from './ability-resource.js'

const ANY = ['integer', 'number', 'boolean', 'string', 'array', 'object', 'null'] as const

const resultSchema = () =>
  objectSchema('ability-execution', {
    result: { description: 'The output of the ability.', type: ANY, context: ['view', 'edit'], readonly: true },
  })

/** The method that runs an ability (specification section 4.10). */
export function abilityMethod({
  annotations: { readonly, destructive, idempotent },
}: Pick<Ability, 'annotations'>): Method {
  if (readonly === true) return 'GET'
  return destructive === true && idempotent === true ? 'DELETE' : 'POST'
}

const EXPLAINED: Partial<Record<Method, string>> = {
  GET: 'A read-only ability runs by GET.',
  DELETE: 'A destructive and idempotent ability runs by DELETE.',
  POST: 'An ability that makes changes runs by POST.',
}

/** The input of a request as it was sent: in the query of GET and DELETE, in the JSON of other methods. */
function sentInput({ method, query, json }: HandlerRequest): unknown {
  const from = method === 'GET' || method === 'DELETE' ? query : json
  return typeof from === 'object' && from !== null && Object.hasOwn(from, 'input')
    ? (from as Readonly<Record<string, unknown>>)['input']
    : null
}

const scopeOf = (site: SiteContext, request: HandlerRequest): AbilityScope => ({
  site,
  actor: site.principal(request),
  get signal() {
    return request.signal
  },
  dispatch: inner => request.dispatch(inner),
})

interface Prepared {
  readonly ability: Ability
  readonly input: unknown
  readonly scope: AbilityScope
}

const prepared = memoKey<Promise<Prepared>>('the ability of a request')

/** Declares the route that runs an ability; `find` returns those that REST shows. */
export function runRoute(site: SiteContext, find: (name: string) => Ability | undefined): void {
  const { names, specifiedArguments } = site.dialect.abilities
  const prepare = async (request: HandlerRequest): Promise<Prepared> => {
    const ability = find(String(request.params['name']))
    if (ability === undefined) throw noSuchAbility()
    const method = abilityMethod(ability)
    // Nothing would be left of a run by HEAD.
    if (request.method !== method || request.head)
      throw new RestError('rest_ability_invalid_method', EXPLAINED[method] ?? '', 405)
    const scope = scopeOf(site, request)
    return { ability, scope, input: await permittedInput(ability, sentInput(request), scope) }
  }
  const preparedBy = (request: HandlerRequest) => request.once(prepared, () => prepare(request))
  const name = { description: 'The name of the ability.', type: 'string', pattern: `^${names}$` } as const

  site.registry.route(abilitiesNamespace(site), `/abilities/{name:${names}?}/run`, {
    schema: resultSchema,
    endpoints: [
      endpoint({
        methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        responds: { shape: 'item', schema: {}, example: false },
        args: {
          name: specifiedArguments ? { ...name, required: true } : name,
          input: { description: 'The input of the ability.', type: ANY, default: null },
        },
        // The schema of the ability says how the input is converted.
        skipValidation: ['input'],
        permission: async request => (await preparedBy(request)) !== undefined,
        async handler(request) {
          const { ability, input, scope } = await preparedBy(request)
          return { body: await execute(ability, input, scope) }
        },
      }),
    ],
  })
}
