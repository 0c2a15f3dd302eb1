import {
  type Args,
  endpoint,
  type HandlerRequest,
  pageReply,
  type Reply,
  type Resource,
  type RestError,
} from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { pagingArgs, refuseCursor, schemasOf } from '../../../kernel/rest/index.js'
import { abilitiesNamespace } from './ability-resource.js'

/** Registrations that signed-in callers list by page, and read by name. */
export interface ReadRoutes<R> {
  /** The path of the list. */
  readonly path: string
  readonly resource: Resource<R, never>
  /** The argument of the path with the name, and the pattern of names. */
  readonly name: { readonly arg: string; readonly description: string; readonly pattern: string }
  /** Arguments of the list besides those of paging. */
  readonly args?: Args
  /** See `EndpointDefinition.validatedFirst`. */
  readonly validatedFirst: readonly string[]
  readonly records: (request: HandlerRequest) => readonly R[]
  readonly find: (name: string) => R | undefined
  readonly notFound: () => RestError
}

const offsetArg = {
  offset: { description: 'The number of items to skip; replaces `page`.', type: 'integer' },
} as const satisfies Args

const CONTEXTS: readonly unknown[] = ['view', 'embed', 'edit']

/** Every signed-in user may list abilities. */
const permission = { capability: 'read' } as const

function page<R>(records: readonly R[], request: HandlerRequest) {
  refuseCursor(request)
  const { params } = request
  const perPage = Number(params['per_page'])
  const skipped = typeof params['offset'] === 'number' ? Math.max(0, params['offset']) : undefined
  const offset = skipped ?? (Number(params['page']) - 1) * perPage
  const number = Math.ceil(offset / perPage) + 1
  return { shown: records.slice(offset, offset + perPage), page: number, perPage, before: number - 1 }
}

/** Declares the routes that list registrations and read one of them. */
export function readRoutes<R>(site: SiteContext, routes: ReadRoutes<R>): void {
  const { path, resource, name } = routes
  const { offsetEverywhere, abilities } = site.dialect
  const namespace = abilitiesNamespace(site)
  const schemas = schemasOf(resource)

  site.registry.route(namespace, path, {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list', paged: true },
        requiresLogin: true,
        args: {
          context: resource.contextArg(),
          page: pagingArgs.page,
          per_page: { ...pagingArgs.per_page, default: 50 },
          ...(offsetEverywhere && offsetArg),
          ...routes.args,
        },
        validatedFirst: routes.validatedFirst,
        permission,
        async handler(request): Promise<Reply> {
          const all = routes.records(request)
          const { shown, ...rest } = page(all, request)
          const items = await resource.present(shown, request)
          return pageReply({ items, total: all.length, ...rest }, request, site.registry)
        },
      }),
    ],
  })

  const named = { description: name.description, type: 'string', pattern: `^${name.pattern}$` } as const
  const args: Args = abilities.specifiedArguments
    ? { [name.arg]: { ...named, required: true }, context: resource.contextArg() }
    : { [name.arg]: named }
  site.registry.route(namespace, `${path}/{${name.arg}:${name.pattern}}`, {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        requiresLogin: true,
        args,
        permission,
        async handler(request): Promise<Reply> {
          const record = routes.find(String(request.params[name.arg]))
          if (record === undefined) throw routes.notFound()
          const reply = await resource.reply(record, request)
          // An undeclared context is not validated: no field is in an unknown one.
          const { context = 'view' } = request.params
          return CONTEXTS.includes(context) ? reply : { ...reply, body: {} }
        },
      }),
    ],
  })
}
