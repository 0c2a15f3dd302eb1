import { type HandlerRequest, RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { perform } from '../../../kernel/operations/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { type CrudEndpoints, collectionUrl, crudEndpoints, schemasOf } from '../../../kernel/rest/index.js'
import { ADDRESSING_NEEDS, noSuchPost, postFamilies, type RegisteredFamily } from '../../posts/index.js'
import { supports } from '../../types/index.js'
import { deleteRevision } from '../operations/revision-operations.js'
import { noSuchParent } from '../rules/revision-access.js'
import { addressedRevision, parentByParameter, permitDeletion, permitReading } from '../rules/revision-permissions.js'
import { listRevisions, revisionListArgs } from './revision-list.js'
import { revisionResource } from './revision-resource.js'

/** Declares the routes of the revisions of all families of posts whose type supports them. */
export function registerRevisions(site: SiteContext): void {
  for (const family of site.get(postFamilies).values())
    if (supports(family.type, 'revisions')) registerRevisionsOf(site, family)
}

/** Declares the routes of the revisions of a family of posts. */
export function registerRevisionsOf(site: SiteContext, family: RegisteredFamily): void {
  const { type, addressing } = family
  const parentOf = parentByParameter(site, family)
  const resource = family.revisions?.('revisions') ?? revisionResource(site, family, parentOf)
  const parent = addressing?.schema ?? ({ description: 'The id of the post.', type: 'integer' } as const)
  const id = 'The identifier of the revision.'

  const find = async (request: HandlerRequest): Promise<PostRecord | undefined> => {
    const revision = await addressedRevision(site, request)
    if (revision !== undefined && revision.parent !== (await parentOf(request))?.id)
      throw new RestError('rest_revision_parent_id_mismatch', 'The revision belongs to another post.', 404)
    return revision
  }

  const allowedWhenValid = addressing && ADDRESSING_NEEDS
  const { collection, single } = crudEndpoints<PostRecord>(
    site,
    {
      resource,
      id,
      url: collectionUrl(site, type),
      find,
      notFound: noSuchPost,
      list: {
        args: revisionListArgs(parent, resource.contextArg()),
        permission: permitReading(parentOf),
        allowedWhenValid,
        async handler(request) {
          const post = await parentOf(request)
          if (post === undefined) throw noSuchParent()
          return listRevisions(site, { type, parent: post, resource }, request)
        },
      },
      read: { permission: permitReading(parentOf), allowedWhenValid },
      remove: {
        force: 'Must be true: revisions cannot be moved to the trash.',
        trash: 'Revisions cannot be moved to the trash; set force=true to delete them.',
        permission: permitDeletion(site, parentOf),
        allowedWhenValid,
        run: ({ id }, request) =>
          perform(site, deleteRevision, site.principal(request), { id, version: request.expectedVersion }),
      },
    },
    { parent, id: { description: id, type: 'integer' } },
  )
  const schemas = schemasOf(resource)
  const { matched = '{parent}', shown = matched } = addressing?.segment('parent') ?? {}
  const path = (segment: string) => `/${type.restBase}/${segment}/revisions`
  const route = (end: string, endpoints: CrudEndpoints['single']) =>
    site.registry.route(type.restNamespace, path(matched) + end, {
      shownPath: path(shown) + end,
      ...schemas,
      endpoints,
    })
  route('', collection)
  route('/{id}', single)
}
