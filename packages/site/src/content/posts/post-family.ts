import {
  type Args,
  type ArgValidator,
  type Context,
  type FieldDefinition,
  type HandlerRequest,
  type LinkRow,
  linkTable,
  type Resource,
  type Schema,
} from '@platen/core'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { type Operation, perform } from '../../kernel/operations/index.js'
import { type PostRecord, type PostRelated, posts } from '../../kernel/records/index.js'
import {
  type CrudFamily,
  collectionUrl,
  crudRoutes,
  extraInput,
  metaChecks,
  type ShownResource,
  siteResource,
  withAddedArgs,
} from '../../kernel/rest/index.js'
import type { PostType } from '../types/index.js'
import { omittedOfPost } from './omitted-of-post.js'
import type { PostInput, PostTarget } from './operations/post-input.js'
import { createPost, deletePost, trashPost, updatePost } from './operations/post-operations.js'
import { changedStatus } from './rest/changed-status.js'
import { registerFacets } from './rest/facets.js'
import { listPosts } from './rest/list-posts.js'
import { listedStatuses } from './rest/listed-statuses.js'
import { type PostFields, postFields } from './rest/post-fields.js'
import { allowedOnPost, postLinks, schemaLinks, selfLink } from './rest/post-links.js'
import { postListArgs } from './rest/post-list-args.js'
import type { PostListExtras } from './rest/post-query.js'
import { loadPostView, type PostNeed, type PostView, readRelatedEarly } from './rest/post-view.js'
import { singlePosts } from './rest/single-posts.js'
import { noSuchPost } from './rules/post-access.js'
import {
  addressedPost,
  addressedPostKey,
  mayCreate,
  mayDelete,
  mayList,
  mayRead,
  mayUpdate,
  templateCheck,
} from './rules/post-permissions.js'

export { setText } from './input-values.js'
// The basis for families of other features; the REST files stay private.
export { withContexts } from './rest/field-contexts.js'
export { type PostFields, postFields } from './rest/post-fields.js'
export { allowedOnPost, postLinks, selfLink } from './rest/post-links.js'
export { postListArgs } from './rest/post-list-args.js'
export { checkOrder, idCondition, orderOf, type PostListExtras } from './rest/post-query.js'
export { loadPostView, type PostNeed, type PostPage, type PostView, relationsOf } from './rest/post-view.js'
export {
  addressedPost,
  addressedPostKey,
  mayCreate,
  mayDelete,
  mayList,
  mayRead,
  mayUpdate,
} from './rules/post-permissions.js'

type Create = NonNullable<CrudFamily<PostRecord>['create']>
type Update = NonNullable<CrudFamily<PostRecord>['update']>
type Permit = NonNullable<CrudFamily<PostRecord>['read']>['permission']
type Target<T extends object = object> = T & PostTarget

/**
 * The differences between families of posts: `V` is the loaded data of a page, `I` the input of their operations, and
 * `N` the needs of fields and links.
 */
export interface PostFamily<V, I extends PostInput, N extends string = PostNeed> {
  /** The description of the argument `id`. */
  readonly id: string
  readonly batch?: boolean
  readonly fields: Readonly<Record<string, FieldDefinition<PostRecord, V, N, I>>>
  readonly load: (
    posts: readonly PostRecord[],
    needs: ReadonlySet<N>,
    request: HandlerRequest,
    context: Context,
    found: Partial<PostRelated> | undefined,
  ) => Promise<V>
  /** The fields of a post that were not loaded; by default, those with the names of omitted columns. */
  readonly omitted?: (post: PostRecord, view: V) => readonly string[]
  readonly links: {
    readonly needs: readonly N[]
    readonly rows: readonly LinkRow<PostRecord, V>[]
    /** The schemas of links, besides those of actions. */
    readonly schema?: readonly unknown[]
  }
  readonly list: {
    readonly args: (context: Schema) => Args
    /** By default, everybody may list posts; the context `edit` is for callers who may edit posts. */
    readonly permission?: Permit
    readonly extras?: (request: HandlerRequest) => PostListExtras
  }
  /** Checks of arguments of creations and updates, besides those of all families. */
  readonly validators?: Readonly<Record<string, ArgValidator>>
  /** An input that sets nothing. */
  readonly input: () => I
  readonly create: Partial<Omit<Create, 'run'>> & {
    readonly run: (input: I, request: HandlerRequest) => Promise<PostRecord>
  }
  readonly read?: {
    /** Arguments besides the id and the context. */
    readonly args?: Args
    /** `false` if responses can change without the post, so that `Last-Modified` would be wrong. */
    readonly dated?: false
    readonly permission?: Permit
  }
  readonly update: Partial<Pick<Update, 'permission'>> & { readonly run: Operation<Target<I>, PostRecord> }
  readonly remove: {
    /** The description of the argument `force`. */
    readonly force: string
    /** Moves a post to the trash; a family without it names the refusal. */
    readonly trash: Operation<Target, PostRecord> | string
    /** The context of the deleted post in the reply: `edit`, or that of the request. */
    readonly shownAs?: 'edit' | 'request'
    readonly run: Operation<Target, PostRecord>
  }
}

/** How requests identify a post other than by its id. */
export interface PostAddressing {
  /** The part of a path with the parameter, as routes match it and as discovery shows it. */
  readonly segment: (parameter: string) => { readonly matched: string; readonly shown: string }
  /** The schema of the argument. */
  readonly schema: Schema
  /** The post that a parameter identifies. Rejects with a `RestError` if it does not exist. */
  readonly find: (request: HandlerRequest, parameter: string) => Promise<PostRecord>
}

/**
 * The arguments that are required to identify a post: if one is invalid, permissions that need the post are refused.
 */
export const ADDRESSING_NEEDS: readonly string[] = ['context', 'page', 'per_page']

/** How revisions are shown. */
export type RevisionResource = ShownResource<PostRecord> & Pick<Resource<PostRecord, never>, 'needs' | 'present'>

/** A family whose routes were declared, for features that declare further routes of its type. */
export interface RegisteredFamily {
  readonly type: PostType
  /** Whether its posts go to the trash before they are deleted. */
  readonly trashes: boolean
  /** How requests identify its posts; by id by default. */
  readonly addressing?: PostAddressing | undefined
  /** How its revisions and autosaves are shown; by default with the texts among its fields. */
  readonly revisions?: ((of: 'revisions' | 'autosaves') => RevisionResource) | undefined
  readonly fields: Readonly<Record<string, Pick<FieldDefinition<never, never, never, never>, 'schema' | 'contexts'>>>
  /** The arguments of its update endpoint, and the input that it creates from a request. */
  readonly update: Required<Pick<Update, 'args' | 'permission' | 'skipValidation' | 'validators'>> & {
    readonly input: (request: HandlerRequest) => Promise<PostInput>
  }
}

/** The families of a site, by post type. */
export const postFamilies = registrationKey('post families', () => new Map<string, RegisteredFamily>())

/** Declares the routes of a post type, by its registration and what differs in its family; returns the resource. */
export function postFamily<V, I extends PostInput, N extends string = PostNeed>(
  site: SiteContext,
  type: PostType,
  family: PostFamily<V, I, N>,
): Resource<PostRecord, I> {
  const resource = siteResource<PostRecord, V, N, I>(site, type.name, {
    title: type.name,
    fields: family.fields,
    load: (posts, needs, request, context, found) =>
      family.load(posts, needs, request, context, found as Partial<PostRelated> | undefined),
    omitted: family.omitted,
    links: { needs: family.links.needs, ...linkTable(family.links.rows, site.names) },
    schema: { links: [...schemaLinks(site, type), ...(family.links.schema ?? [])] },
  })
  const extras = extraInput(site, type.name)
  const input = async (request: HandlerRequest, use: 'create' | 'update'): Promise<I> => {
    const sent = Object.assign(family.input(), { fields: extras(request) })
    await resource.apply(sent, request, use)
    return sent
  }
  const target = ({ id }: PostRecord, request: HandlerRequest) => ({ id, version: request.expectedVersion })
  const change = async <T>(
    operation: Operation<T, PostRecord>,
    input: T,
    request: HandlerRequest,
    isRemoval = false,
  ) => {
    const post = await perform(site, operation, site.principal(request), input)
    request.afterChange(addressedPostKey, () => (isRemoval ? undefined : post))
    return post
  }
  const template = family.fields['template'] === undefined ? {} : { template: templateCheck(site, type) }
  const validators = { ...metaChecks(site, resource), ...template, ...family.validators }
  const status = changedStatus(site, type, resource.updateArgs())
  const { stateOf, read, preload } = singlePosts(site, type, resource)
  const { create, update, list } = family
  const { trash, run: remove, force, shownAs = 'edit' } = family.remove
  const updateValidators = { ...validators, ...status.validators }
  const mayChange = update.permission ?? (request => mayUpdate(site, type, request))

  const listed = {
    ...listedStatuses(site, type, withAddedArgs(site, type.name, posts, list.args(resource.contextArg()))),
    permission: list.permission ?? ((request: HandlerRequest) => mayList(type, request)),
  }
  registerFacets(site, type, { ...listed, extras: list.extras })
  crudRoutes<PostRecord>(
    site,
    { namespace: type.restNamespace, path: `/${type.restBase}`, batch: family.batch },
    {
      resource,
      id: family.id,
      url: collectionUrl(site, type),
      find: request => addressedPost(site, type, request),
      notFound: noSuchPost,
      stateOf,
      list: {
        ...listed,
        handler: request => listPosts(site, type, resource, request, list.extras?.(request)),
      },
      create: {
        permission: request => mayCreate(site, type, request),
        ...create,
        validators: { ...validators, ...create.validators },
        run: async request => create.run(await input(request, 'create'), request),
      },
      read: {
        args: family.read?.args,
        permission:
          family.read?.permission ??
          (request => {
            if (request.method === 'GET')
              addressedPost(site, type, request, () => readRelatedEarly(site, resource.needs(request), request))
            return mayRead(site, type, request)
          }),
        preload,
        reply:
          family.read?.dated === false
            ? async (post, request) => ({ ...(await read(post, request)), state: { version: post.version } })
            : read,
      },
      update: {
        validators: updateValidators,
        skipValidation: status.skipValidation,
        permission: mayChange,
        run: async (post, request) =>
          change(update.run, { ...(await input(request, 'update')), ...target(post, request) }, request),
      },
      remove: {
        force,
        permission: request => mayDelete(site, type, request),
        shownAs: shownAs === 'edit' ? shownAs : undefined,
        trash: typeof trash === 'string' ? trash : (post, request) => change(trash, target(post, request), request),
        run: (post, request) => change(remove, target(post, request), request, true),
      },
    },
  )
  site.get(postFamilies).set(type.name, {
    type,
    trashes: typeof trash !== 'string',
    fields: family.fields,
    update: {
      args: resource.updateArgs(),
      skipValidation: [...resource.skipValidation, ...status.skipValidation],
      validators: updateValidators,
      permission: mayChange,
      input: request => input(request, 'update'),
    },
  })
  return resource
}

/** Declares the routes of a post type without operations of its own. */
export function postRoutes(site: SiteContext, type: PostType, fields: PostFields = postFields(site, type)): void {
  const allowed = (post: PostRecord, { principal, options }: PostView) => allowedOnPost(site, post, principal, options)
  postFamily<PostView, PostInput>(site, type, {
    id: 'The identifier of the post.',
    batch: true,
    fields,
    load: (posts, needs, request, context, found) =>
      loadPostView(site, type, { posts, needs, request, context, found }),
    omitted: omittedOfPost,
    links: {
      needs: ['revisions', 'meta', 'linked', ...(type.hierarchical ? (['ancestors'] as const) : [])],
      rows: [selfLink(site, type, allowed), ...postLinks(site, type)],
    },
    list: { args: context => postListArgs(site, type, context) },
    input: () => ({}),
    create: {
      run: (input, request) => perform(site, createPost, site.principal(request), { ...input, type: type.name }),
    },
    read: {
      args: {
        ...(type.showsExcerpt && {
          excerpt_length: { description: 'How many words a generated excerpt has.', type: 'integer' },
        }),
        password: { description: 'The password of the post, when it has one.', type: 'string' },
      },
    },
    update: { run: updatePost },
    remove: {
      force: 'Whether it is permanently deleted instead of moved to the trash.',
      trash: trashPost,
      run: deletePost,
    },
  })
}
