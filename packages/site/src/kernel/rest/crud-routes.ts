import {
  type AnyEndpoint,
  type Args,
  type ArgValidator,
  type BodyOptions,
  type ConditionalState,
  type Context,
  endpoint,
  type HandlerRequest,
  type MaybePromise,
  type PermissionResult,
  type Reply,
  type Resource,
  RestError,
  type Schema,
} from '@platen/core'
import type { SiteContext } from '../context/index.js'
import { deletionReply } from './deletion-reply.js'
import { metaChecks } from './meta-argument.js'
import { writeReply } from './report-failures.js'
import { schemasOf } from './schemas-of.js'

type Permit = 'public' | ((request: HandlerRequest) => MaybePromise<PermissionResult>)

/** The arguments and the permission of an endpoint. */
interface Arguments {
  readonly args?: Args | undefined
  readonly validators?: Readonly<Record<string, ArgValidator>> | undefined
  readonly skipValidation?: readonly string[] | undefined
  readonly validatedFirst?: readonly string[] | undefined
  readonly validatedLast?: readonly string[] | undefined
  readonly shownArgs?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  readonly permission: Permit
  /** See `EndpointDefinition.allowedWhenValid`. */
  readonly allowedWhenValid?: boolean | readonly string[] | undefined
}

/** Preloads records for several requests of `_embed`; see `EndpointDefinition.preload`. */
interface Preloading {
  readonly preload?: ((requests: readonly HandlerRequest[]) => Promise<void>) | undefined
}

/** A record with an id, and a version for conditional updates. */
interface Addressable {
  readonly id: number | string
  readonly version: number | string
}

/** The parts of a resource that endpoints need. */
export type ShownResource<R> = Pick<
  Resource<R, never>,
  'title' | 'schema' | 'responseSchema' | 'createArgs' | 'updateArgs' | 'skipValidation' | 'contextArg' | 'reply'
>

/** How records of one kind are listed, created, read, updated and deleted through REST. */
export interface CrudFamily<R extends Addressable> {
  readonly resource: ShownResource<R>
  /** The description of the argument `id`. */
  readonly id: string
  /** The record that a request addresses, loaded once per request; `undefined` if it does not exist. */
  readonly find: (request: HandlerRequest) => MaybePromise<R | undefined>
  readonly notFound: () => RestError
  /** The URL of the collection, without a trailing slash. */
  readonly url: string
  /** The state for preconditions; by default the record's version. */
  readonly stateOf?: ((record: R) => ConditionalState) | undefined
  /** Whether endpoints that are not public require authentication. */
  readonly requiresLogin?: boolean | undefined
  readonly list?:
    | (Arguments &
        Preloading & {
          readonly handler: (request: HandlerRequest) => MaybePromise<Reply>
          /** Whether the list has pages; true by default. */
          readonly paged?: boolean | undefined
        })
    | undefined
  readonly create?:
    | (Arguments & {
        readonly body?: BodyOptions | undefined
        readonly run: (request: HandlerRequest) => Promise<R>
        /** The context of the reply; `edit` by default. */
        readonly shownAs?: ((request: HandlerRequest) => Context) | undefined
        /** Headers besides `Location`. */
        readonly headers?: ((record: R) => Readonly<Record<string, string>>) | undefined
      })
    | undefined
  readonly read?:
    | (Arguments &
        Preloading & { readonly reply?: ((record: R, request: HandlerRequest) => Promise<Reply>) | undefined })
    | undefined
  readonly update?: (Arguments & { readonly run: (record: R, request: HandlerRequest) => Promise<R> }) | undefined
  readonly remove?:
    | (Arguments & {
        /** The description of the argument `force`. */
        readonly force: string
        /** Moves the record to the trash unless `force` is set; or the error message of a family without a trash. */
        readonly trash: ((record: R, request: HandlerRequest) => Promise<R>) | string
        /** The context of the deleted record in the reply; by default that of the request. */
        readonly shownAs?: 'edit' | undefined
        readonly run: (record: R, request: HandlerRequest) => Promise<unknown>
      })
    | undefined
}

/** The endpoints of a family: those of the collection, and those of one record. */
export interface CrudEndpoints {
  readonly collection: readonly AnyEndpoint[]
  readonly single: readonly AnyEndpoint[]
}

/** The arguments for which null means the empty value: all or none, depending on the dialect. */
export const emptyForNull = (site: SiteContext, args: Args): readonly string[] =>
  site.dialect.emptyForNull ? Object.keys(args) : []

/** A URL with the characters that headers allow. Encoded parts do not change. */
const headerUrl = (url: string): string => (/^[\x21-\x7e]*$/.test(url) ? url : encodeURI(url).replaceAll('%25', '%'))

/** The parts that the endpoints of a family share. */
interface Shared<R extends Addressable> {
  readonly site: SiteContext
  readonly family: CrudFamily<R>
  readonly idArgs: Args
  readonly checks: Readonly<Record<string, ArgValidator>>
  readonly stateOf: (record: R) => ConditionalState
  readonly addressed: (request: HandlerRequest) => Promise<R>
  readonly written: (record: R, request: HandlerRequest, context?: Context) => Promise<Reply>
}

type Part<R extends Addressable, K extends keyof CrudFamily<R>> = NonNullable<CrudFamily<R>[K]>

function listEndpoint<R extends Addressable>({ family }: Shared<R>, list: Part<R, 'list'>): AnyEndpoint {
  const { handler, args = {}, paged = true, ...rest } = list
  const responds = { shape: 'list', paged } as const
  return endpoint({
    ...rest,
    args,
    methods: 'GET',
    responds,
    cacheable: true,
    requiresLogin: family.requiresLogin,
    handler,
  })
}

function createEndpoint<R extends Addressable>(shared: Shared<R>, create: Part<R, 'create'>): AnyEndpoint {
  const { site, family, checks, written } = shared
  const { resource, url, requiresLogin } = family
  const { run, shownAs, headers, args, skipValidation = [], validators, ...rest } = create
  return endpoint({
    body: { signedIn: true },
    ...rest,
    methods: 'POST',
    responds: { shape: 'item', status: 201, context: shownAs === undefined ? 'edit' : undefined },
    args: { ...resource.createArgs(), ...args },
    skipValidation: [...resource.skipValidation, ...skipValidation],
    validators: { ...checks, ...validators },
    emptyForNull: emptyForNull(site, resource.createArgs()),
    requiresLogin,
    async handler(request): Promise<Reply> {
      const record = await run(request)
      return {
        ...(await written(record, request, shownAs?.(request))),
        status: 201,
        headers: { Location: headerUrl(`${url}/${record.id}`), ...headers?.(record) },
      }
    },
  })
}

function readEndpoint<R extends Addressable>(shared: Shared<R>, read: Part<R, 'read'>): AnyEndpoint {
  const { family, idArgs, stateOf, addressed } = shared
  const { resource, requiresLogin } = family
  const { reply = resource.reply, args, ...rest } = read
  return endpoint({
    ...rest,
    methods: 'GET',
    responds: { shape: 'item' },
    args: { ...idArgs, context: resource.contextArg(), ...args },
    cacheable: true,
    requiresLogin,
    async handler(request): Promise<Reply> {
      const record = await addressed(request)
      return { state: stateOf(record), ...(await reply(record, request)) }
    },
  })
}

function updateEndpoint<R extends Addressable>(shared: Shared<R>, update: Part<R, 'update'>): AnyEndpoint {
  const { site, family, idArgs, checks, stateOf, addressed, written } = shared
  const { resource, requiresLogin } = family
  const { run, args, skipValidation = [], validators, ...rest } = update
  return endpoint({
    ...rest,
    methods: ['POST', 'PUT', 'PATCH'],
    responds: { shape: 'item', context: 'edit' },
    args: { ...idArgs, ...resource.updateArgs(), ...args },
    skipValidation: [...resource.skipValidation, ...skipValidation],
    validators: { ...checks, ...validators },
    emptyForNull: emptyForNull(site, resource.updateArgs()),
    requiresLogin,
    body: { signedIn: true },
    state: async request => stateOf(await addressed(request)),
    async handler(request): Promise<Reply> {
      return written(await run(await addressed(request), request), request)
    },
  })
}

function removeEndpoint<R extends Addressable>(shared: Shared<R>, remove: Part<R, 'remove'>): AnyEndpoint {
  const { family, idArgs, stateOf, addressed, written } = shared
  const { resource, requiresLogin } = family
  const { force, trash, shownAs, run, args, ...rest } = remove
  const forced: Schema = { description: force, type: 'boolean', default: false }
  return endpoint({
    ...rest,
    methods: 'DELETE',
    responds: { shape: 'item', context: shownAs, deletes: typeof trash === 'string' ? true : 'unlessTrashed' },
    args: { ...idArgs, force: forced, ...args },
    requiresLogin,
    state: async request => stateOf(await addressed(request)),
    async handler(request): Promise<Reply> {
      const record = await addressed(request)
      if (request.params['force'] === true)
        return deletionReply(resource, record, request, shownAs, () => run(record, request))
      if (typeof trash === 'string') throw new RestError('rest_trash_not_supported', trash, 501)
      return written(await trash(record, request), request, shownAs)
    },
  })
}

/** Creates the endpoints of a family. `idArgs` are the arguments that identify one record; by default `id`. */
export function crudEndpoints<R extends Addressable>(
  site: SiteContext,
  family: CrudFamily<R>,
  idArgs: Args = { id: { description: family.id, type: 'integer' } },
): CrudEndpoints {
  const { resource, list, create, read, update, remove } = family
  const stateOf = family.stateOf ?? (({ version }: R): ConditionalState => ({ version }))
  const shared: Shared<R> = {
    site,
    family,
    idArgs,
    checks: metaChecks(site, resource),
    stateOf,
    async addressed(request) {
      const record = await family.find(request)
      if (record === undefined) throw family.notFound()
      return record
    },
    written: async (record, request, context) => ({
      ...(await writeReply(site, resource, record, request, context)),
      context,
      state: stateOf(record),
    }),
  }
  return {
    collection: [...(list ? [listEndpoint(shared, list)] : []), ...(create ? [createEndpoint(shared, create)] : [])],
    single: [
      ...(read ? [readEndpoint(shared, read)] : []),
      ...(update ? [updateEndpoint(shared, update)] : []),
      ...(remove ? [removeEndpoint(shared, remove)] : []),
    ],
  }
}

/** Declares the routes of a family: its collection at `path`, and one record at `path/{id}`. */
export function crudRoutes<R extends Addressable>(
  site: SiteContext,
  at: { readonly namespace: string; readonly path: string; readonly batch?: boolean | undefined },
  family: CrudFamily<R>,
): void {
  const { collection, single } = crudEndpoints(site, family)
  const { batch } = at
  const schemas = schemasOf(family.resource)
  site.registry.route(at.namespace, at.path, { batch, ...schemas, endpoints: collection })
  site.registry.route(at.namespace, `${at.path}/{id}`, { batch, ...schemas, endpoints: single })
}
