import { nearestWord, type PrincipalScope, RestError } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'

/** A parsed scope: an action, on the routes at and below a path; an empty path for all routes. */
interface Scope {
  readonly path: string
  readonly writes: boolean
}

type Site = Pick<SiteContext, 'registry' | 'namespace'>

/** `read`, `posts:write` or `/shop/v1/orders:read`. */
const SCOPE = /^(?:([a-z\d_-]+|(?:\/[\w.-]+)+):)?(read|write)$/

const isBelow = (route: string, path: string): boolean => path === '' || route === path || route.startsWith(`${path}/`)

const accounts = ({ namespace }: Site): string => `/${namespace}/users`

function parseScope({ namespace }: Site, text: string): Scope | undefined {
  const [, resource, action] = SCOPE.exec(text) ?? []
  if (action === undefined) return undefined
  const path = resource === undefined || resource.startsWith('/') ? (resource ?? '') : `/${namespace}/${resource}`
  return { path, writes: action === 'write' }
}

/** The problem of a scope that cannot be stored; `undefined` for a valid one. */
export function scopeProblem(site: Site, text: string): string | undefined {
  const scope = parseScope(site, text)
  if (scope === undefined) return `"${text}" is not a scope.`
  if (scope.path !== '' && scope.writes && isBelow(scope.path, accounts(site)))
    return 'No scope permits changes of accounts.'
  const routes = site.registry.routes().map(({ path }) => path.pattern)
  if (routes.some(route => isBelow(route, scope.path))) return undefined
  const parent = scope.path.slice(0, scope.path.lastIndexOf('/') + 1)
  const siblings = routes
    .filter(route => route.startsWith(parent))
    .map(route => route.slice(parent.length).split('/')[0])
  const nearest = nearestWord(scope.path.slice(parent.length), new Set(siblings.filter(name => name !== undefined)))
  return `No route begins with ${scope.path}${nearest === undefined ? '.' : `; did you mean ${parent}${nearest}?`}`
}

/** The scope that a route lacks: by the name of its resource, or by the literal beginning of its pattern. */
function missingScope({ namespace }: Site, route: string, action: string): string {
  const literal = /^(?:\/[\w.-]+(?=\/|$))*/.exec(route)?.[0] ?? ''
  const [, resource] = literal.startsWith(`/${namespace}/`) ? literal.slice(namespace.length + 1).split('/') : []
  const named = resource ?? literal
  return named === '' ? action : `${named}:${action}`
}

/** The limits of a principal with some scopes. No scope permits changes of accounts. */
export function passwordScope(site: Site, texts: readonly string[]): PrincipalScope {
  const scopes = texts.map(text => parseScope(site, text)).filter(scope => scope !== undefined)
  return Object.freeze<PrincipalScope>({
    refuse(method, route) {
      const writes = method !== 'GET'
      const action = writes ? 'write' : 'read'
      if (route !== undefined && writes && isBelow(route, accounts(site))) {
        const message = 'Accounts cannot be changed with an application password that has scopes.'
        return new RestError('rest_insufficient_scope', message, 403)
      }
      const permits = scopes.some(
        scope => (scope.writes || !writes) && (route === undefined ? scope.path === '' : isBelow(route, scope.path)),
      )
      if (permits) return undefined
      const scope = route === undefined ? action : missingScope(site, route, action)
      return new RestError('rest_insufficient_scope', `The application password lacks the scope "${scope}".`, 403, {
        data: { scope },
      })
    },
  })
}
