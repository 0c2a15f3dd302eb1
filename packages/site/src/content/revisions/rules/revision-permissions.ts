import { type HandlerRequest, memoKey, type PermissionResult } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type PostRecord, postsIn } from '../../../kernel/records/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import type { RegisteredFamily } from '../../posts/index.js'
import { isRevision } from '../revision-records.js'
import { mayDeleteRevision, mayReadRevisions, noSuchParent } from './revision-access.js'

/** The post whose revisions or autosaves a request addresses, loaded once; `undefined` if it does not exist. */
export type ParentOf = (request: HandlerRequest) => Promise<PostRecord | undefined>

const parentKey = memoKey<Promise<PostRecord | undefined>>('post of revisions')
const revisionKey = memoKey<Promise<PostRecord | undefined>>('revision')

/** The post of a family that the parameter `parent` names. */
export const parentByParameter =
  (site: SiteContext, { type, addressing }: Pick<RegisteredFamily, 'type' | 'addressing'>): ParentOf =>
  request =>
    request.once(parentKey, async () => {
      if (addressing !== undefined) return addressing.find(request, 'parent')
      const post = await recordById(postsIn(site.store), request.params['parent'])
      return post?.type === type.name ? post : undefined
    })

/** The revision or autosave with the parameter `id`, of any post; `undefined` if it does not exist. */
export const addressedRevision = (site: SiteContext, request: HandlerRequest): Promise<PostRecord | undefined> =>
  request.once(revisionKey, async () => {
    const record = await recordById(postsIn(site.store), request.params['id'])
    return record !== undefined && isRevision(record) ? record : undefined
  })

/** The permission to read what belongs to a post. */
export const permitReading =
  (parentOf: ParentOf) =>
  async (request: HandlerRequest): Promise<PermissionResult> => {
    const parent = await parentOf(request)
    return parent === undefined ? noSuchParent() : mayReadRevisions(request.principal, parent)
  }

/** The permission to delete a revision. */
export const permitDeletion =
  (site: SiteContext, parentOf: ParentOf) =>
  async (request: HandlerRequest): Promise<PermissionResult> => {
    const parent = await parentOf(request)
    if (parent === undefined) return noSuchParent()
    const revision = await addressedRevision(site, request)
    return mayDeleteRevision(site, request.principal, { post: parent, revision }, await site.options())
  }
