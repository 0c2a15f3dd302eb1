import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature, type SetupCalls } from '../../kernel/features/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { VIEW_EDIT } from '../../kernel/rest/index.js'
import type { Dialect } from '../../server/dialects/index.js'
import { type MetaRegistrations, metaGetters, metaKeys } from '../meta/index.js'
import { ownMeta, type PostFields, type PostView, postFields, postRoutes, withContexts } from '../posts/index.js'
import { type PostType, postTypes } from '../types/index.js'

/** Values of the sync status; no value means that the uses of a pattern follow all its changes. */
const SYNC_STATUSES = ['partial', 'unsynced'] as const

/** The meta key of the sync status of a pattern. */
const syncStatusKey = ({ prefix }: Pick<Dialect, 'prefix'>): string => `${prefix}_pattern_sync_status`

/** Synced patterns: blocks that are stored once and used in many posts. */
export const syncedPatternsFeature = defineFeature({
  name: 'synced patterns',
  setup(site: SetupCalls & MetaRegistrations) {
    const { dialect } = site.context
    site.registerMeta({
      object: 'post',
      subtype: `${dialect.prefix}_block`,
      key: syncStatusKey(dialect),
      type: 'string',
      single: true,
      description: 'Whether uses of the pattern follow its changes.',
      schema: { enum: SYNC_STATUSES },
    })
  },
  routes(site) {
    const type = site.get(postTypes).get(`${site.dialect.prefix}_block`)
    if (type?.showInRest === true) postRoutes(site, type, patternFields(site, type))
  },
})

/** The fields of synced patterns: texts as stored, and the sync status beside `meta` instead of in it. */
function patternFields(site: SiteContext, type: PostType): PostFields {
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
