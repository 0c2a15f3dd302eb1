import type { SiteContext } from '../../kernel/context/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { VIEW_EDIT } from '../../kernel/rest/index.js'
import { metaGetters, metaKeys } from '../meta/index.js'
import { ownMeta, type PostFields, type PostView, postFields, withContexts } from '../posts/index.js'
import type { PostType } from '../types/index.js'
import { SYNC_STATUSES, syncStatusKey } from './sync-status.js'

/** The fields of synced patterns: texts as stored, and the sync status beside `meta` instead of in it. */
export function patternFields(site: SiteContext, type: PostType): PostFields {
  const syncStatus = syncStatusKey(site.dialect)
  const fields = withContexts(postFields(site, type), {
    title: { properties: { raw: VIEW_EDIT, rendered: [] } },
    content: { properties: { raw: VIEW_EDIT, rendered: [] } },
  })
  const shownMeta = site
    .get(metaKeys)
    .of('post', type.name)
    .filter(({ name }) => name !== syncStatus)
  return {
    ...fields,
    ...(fields['meta'] && {
      meta: {
        ...fields['meta'],
        get: metaGetters(shownMeta, (post: PostRecord, view: PostView) => view.metaOf(post), site.dialect.emptyObjects),
      },
    }),
    [syncStatus]: {
      schema: { description: 'Whether uses of the pattern follow its changes.', type: 'string' },
      readonly: true,
      inSchema: false,
      needs: ['meta'],
      // It represents a value of `meta`, which embedded patterns do not show.
      get: (post, view, { context }) =>
        SYNC_STATUSES.find(status => context !== 'embed' && status === ownMeta(post, view, syncStatus)) ?? '',
    },
  }
}
