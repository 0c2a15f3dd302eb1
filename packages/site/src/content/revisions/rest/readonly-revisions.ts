import { endpoint, type FieldDefinition, type HandlerRequest, type Reply, RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { schemasOf, siteResource } from '../../../kernel/rest/index.js'
import { noSuchPost } from '../../posts/index.js'
import type { PostType } from '../../types/index.js'
import { noSuchParent } from '../rules/revision-access.js'
import { addressedRevision, parentByParameter, permitReading } from '../rules/revision-permissions.js'
import { recordFields } from './revision-fields.js'
import { listRevisions, revisionPagingArgs } from './revision-list.js'

/** How revisions of a type are shown; `V` is the loaded data of a page. */
export interface ReadonlyRevisions<V> {
  /** The description of the argument `parent`. */
  readonly parent: string
  /** The fields besides author, dates, ids and parent. */
  readonly fields: Readonly<Record<string, FieldDefinition<PostRecord, V, never, never>>>
  readonly load: () => Promise<V>
}

/** Declares the routes of the revisions of a type whose posts have no texts: they are listed in order of their dates, and readonly. */
export function readonlyRevisions<V>(site: SiteContext, type: PostType, revisions: ReadonlyRevisions<V>): void {
  const { author, date, date_gmt, id, modified, modified_gmt, parent } = recordFields
  const name = `${type.name}-revision`
  const resource = siteResource<PostRecord, V, never, never>(site, name, {
    title: name,
    fields: {
      author,
      date,
      date_gmt,
      id: { ...id, contexts: ['embed', 'view', 'edit'], readonly: true },
      modified,
      modified_gmt,
      parent,
      ...revisions.fields,
    },
    load: revisions.load,
  })
  const parentOf = parentByParameter(site, { type })
  const context = resource.contextArg()
  const args = { parent: { description: revisions.parent, type: 'integer' }, context } as const
  const path = `/${type.restBase}/{parent}/revisions`
  const schemas = schemasOf(resource)
  const permission = permitReading(parentOf)

  site.registry.route(type.restNamespace, path, {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list', paged: true },
        cacheable: true,
        args: { ...args, ...revisionPagingArgs },
        permission,
        async handler(request: HandlerRequest): Promise<Reply> {
          const post = await parentOf(request)
          if (post === undefined) throw noSuchParent()
          const { page, per_page, offset } = request.params
          return listRevisions(site, { type, parent: post, resource }, request, { page, per_page, offset })
        },
      }),
    ],
  })
  site.registry.route(type.restNamespace, `${path}/{id}`, {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        cacheable: true,
        args: { ...args, id: { description: 'The identifier of the revision.', type: 'integer' } },
        permission,
        async handler(request: HandlerRequest): Promise<Reply> {
          const revision = await addressedRevision(site, request)
          if (revision === undefined) throw noSuchPost()
          if (revision.parent !== (await parentOf(request))?.id)
            throw new RestError('rest_revision_parent_id_mismatch', 'The revision belongs to another post.', 404)
          return { state: { version: revision.version }, ...(await resource.reply(revision, request)) }
        },
      }),
    ],
  })
}
