import {
  type Args,
  endpoint,
  type HandlerRequest,
  type PermissionResult,
  type Reply,
  type Resource,
  type RestError,
} from '@platen/core'
import type { SiteContext } from '../context/index.js'
import { schemasOf } from './schemas-of.js'

/** Readonly records of one kind, such as registrations, which REST lists and reads by name. */
export interface ReadonlyFamily<R> {
  readonly resource: Resource<R, never>
  /** The path parameter that contains the name, and the pattern of names; `[\w-]+` by default. */
  readonly name: { readonly arg: string; readonly description: string; readonly pattern?: string | undefined }
  readonly find: (name: string) => R | undefined | Promise<R | undefined>
  readonly notFound: () => RestError
  readonly list: {
    /** Arguments besides `context`. */
    readonly args?: Args | undefined
    readonly permission: (request: HandlerRequest) => PermissionResult
    readonly records: (request: HandlerRequest) => readonly R[] | Promise<readonly R[]>
    /** The key of a record if the list is an object; without it, the list is an array. */
    readonly keyOf?: ((record: R) => string) | undefined
  }
  readonly read: {
    /** Arguments besides `context` and the name. */
    readonly args?: Args | undefined
    /** `undefined` is a record that does not exist: permit it, and the response is `notFound`. */
    readonly permission: (record: R | undefined, request: HandlerRequest) => PermissionResult
    /** Returns the error for a caller who may read the record, but not as requested: `Allow` includes GET nevertheless. */
    readonly refuse?: ((record: R, request: HandlerRequest) => RestError | undefined) | undefined
  }
}

/** Declares the routes of readonly records: the list at `path`, and one record at `path/{name}`. */
export function readonlyRoutes<R>(site: SiteContext, path: string, family: ReadonlyFamily<R>): void {
  const { resource, name, list, read } = family
  const schemas = schemasOf(resource)
  const context = resource.contextArg()
  const addressed = (request: HandlerRequest) => family.find(String(request.params[name.arg]))

  site.registry.route(site.namespace, path, {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: list.keyOf === undefined ? 'list' : 'map' },
        cacheable: true,
        args: { context, ...list.args },
        permission: list.permission,
        async handler(request): Promise<Reply> {
          const records = await list.records(request)
          if (list.keyOf !== undefined) return mapReply(site, resource, records, list.keyOf, request)
          return { body: await resource.present(records, request), fieldsApplied: true }
        },
      }),
    ],
  })

  site.registry.route(site.namespace, `${path}/{${name.arg}:${name.pattern ?? '[\\w-]+'}}`, {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        cacheable: true,
        args: { context, [name.arg]: { description: name.description, type: 'string' }, ...read.args },
        permission: async request => read.permission(await addressed(request), request),
        async handler(request): Promise<Reply> {
          const record = await addressed(request)
          if (record === undefined) throw family.notFound()
          const refused = read.refuse?.(record, request)
          if (refused !== undefined) throw refused
          return resource.reply(record, request)
        },
      }),
    ],
  })
}

/**
 * Replies with a collection as an object by name; `_fields` applies to each entry, and in some dialects also to the
 * names.
 */
export async function mapReply<R>(
  { dialect }: SiteContext,
  resource: Resource<R, never>,
  records: readonly R[],
  nameOf: (record: R) => string,
  request: HandlerRequest,
): Promise<Reply> {
  const { fields } = request
  const picked = dialect.picksFromMaps ? records.filter(record => fields.wants(nameOf(record))) : records
  const { values } = await resource.present(picked, request)
  const entries = Object.fromEntries(picked.map((record, i) => [nameOf(record), values[i]]))
  const isNothing = picked.length === 0 && !fields.all
  return { body: isNothing && dialect.emptyObjects === 'list' ? [] : entries, fieldsApplied: true }
}
