import { type Args, endpoint, type HandlerRequest, type Reply, type Resource, RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { perform } from '../../../kernel/operations/index.js'
import { type PostRecord, postsIn } from '../../../kernel/records/index.js'
import {
  type CrudEndpoints,
  collectionUrl,
  crudEndpoints,
  emptyForNull,
  findList,
  schemasOf,
  writeReply,
} from '../../../kernel/rest/index.js'
import {
  ADDRESSING_NEEDS,
  addressedPost,
  noSuchPost,
  postFamilies,
  type RegisteredFamily,
  relationsOf,
} from '../../posts/index.js'
import { supports } from '../../types/index.js'
import { autosavePost } from '../operations/autosave-operations.js'
import { autosavesOf, isAutosave } from '../revision-records.js'
import { noSuchParent } from '../rules/revision-access.js'
import { addressedRevision, type ParentOf, parentByParameter, permitReading } from '../rules/revision-permissions.js'
import { autosaveResource } from './revision-resource.js'

const PARENT = { description: 'The id of the post.', type: 'integer' } as const
const ID = 'The identifier of the autosave.'

const noSuchAutosave = (): RestError => new RestError('rest_post_no_autosave', 'The post has no such autosave.', 404)

/** Declares the routes of the autosaves of all families of posts whose type supports them. */
export function registerAutosaves(site: SiteContext): void {
  for (const family of site.get(postFamilies).values())
    if (supports(family.type, 'autosave')) registerAutosavesOf(site, family)
}

/** Declares the routes of the autosaves of a family of posts. */
export function registerAutosavesOf(site: SiteContext, family: RegisteredFamily): void {
  const { type, addressing } = family
  const postOf = autosavedPost(site, family)
  const parentOf = parentByParameter(site, family)
  const resource =
    family.revisions?.('autosaves') ??
    autosaveResource(site, family, request =>
      request.route.endsWith('/autosaves') ? postOf(request) : parentOf(request),
    )
  const allowedWhenValid = addressing && ADDRESSING_NEEDS
  const shared = { resource, id: ID, url: collectionUrl(site, type), notFound: noSuchAutosave }
  const { collection } = crudEndpoints<PostRecord>(site, {
    ...shared,
    find: postOf,
    list: {
      args: { ...namedBy(family), context: resource.contextArg() },
      permission: permitReading(postOf),
      allowedWhenValid: addressing !== undefined,
      async handler(request) {
        const post = await postOf(request)
        if (post === undefined) throw noSuchParent()
        return listAutosaves(site, post, resource, request)
      },
      paged: false,
    },
  })
  const { single } = crudEndpoints<PostRecord>(
    site,
    {
      ...shared,
      async find(request) {
        const record = await addressedRevision(site, request)
        const parent = await parentOf(request)
        return record !== undefined && isAutosave(record) && record.parent === parent?.id ? record : undefined
      },
      read: { permission: permitReading(parentOf), allowedWhenValid },
    },
    { parent: addressing?.schema ?? PARENT, id: { description: ID, type: 'integer' } },
  )
  const schemas = schemasOf(resource)
  const route = (parameter: string, end: string, endpoints: CrudEndpoints['single']) => {
    const { matched = `{${parameter}}`, shown = matched } = addressing?.segment(parameter) ?? {}
    const path = (segment: string) => `/${type.restBase}/${segment}/autosaves${end}`
    site.registry.route(type.restNamespace, path(matched), { shownPath: path(shown), ...schemas, endpoints })
  }
  route('id', '', [...collection, autosaveEndpoint(site, family, resource)])
  route('parent', '/{id}', single)
}

/** The argument for the post of a collection of autosaves, besides the parameter `id` of its path. */
const namedBy = ({ addressing }: RegisteredFamily): Args =>
  addressing === undefined ? { parent: PARENT } : { id: addressing.schema }

/** The post of a collection of autosaves, which is below the post's own path: its parameter is `id`. */
const autosavedPost =
  (site: SiteContext, { type, addressing }: RegisteredFamily): ParentOf =>
  async request =>
    addressing === undefined ? addressedPost(site, type, request) : addressing.find(request, 'id')

/** The endpoint that stores an autosave. It takes the arguments of an update, and the autosave contains the texts. */
function autosaveEndpoint(
  site: SiteContext,
  family: RegisteredFamily,
  resource: Pick<Resource<PostRecord, never>, 'reply' | 'title'>,
) {
  const { input, args = {}, ...rest } = family.update
  const postOf = autosavedPost(site, family)
  return endpoint({
    ...rest,
    methods: 'POST',
    responds: { shape: 'item', context: 'edit' },
    args: { ...namedBy(family), ...args },
    emptyForNull: emptyForNull(site, args),
    body: { signedIn: true },
    async handler(request): Promise<Reply> {
      const post = await postOf(request)
      if (post === undefined) throw noSuchPost()
      const changes = { ...(await input(request)), id: post.id }
      const autosave = await perform(site, autosavePost, site.principal(request), changes)
      return writeReply(site, resource, autosave, request)
    },
  })
}

/** Replies with the autosaves of a post, the latest first. */
async function listAutosaves(
  site: SiteContext,
  post: PostRecord,
  resource: Pick<Resource<PostRecord, never>, 'needs' | 'present'>,
  request: HandlerRequest,
): Promise<Reply> {
  const { records, related } = await findList(site, request, limits =>
    postsIn(site.store).find({
      ...limits,
      where: autosavesOf(post.id),
      order: [{ by: 'field', field: 'date', direction: 'desc' }],
      with: relationsOf(resource.needs(request), request),
    }),
  )
  return { body: await resource.present(records, request, related), fieldsApplied: true }
}
