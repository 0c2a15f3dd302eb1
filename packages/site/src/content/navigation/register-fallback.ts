import { endpoint, linkTable, type Reply } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { inTransaction } from '../../kernel/operations/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { collectionUrl, integer, schemasOf, shownField, siteResource } from '../../kernel/rest/index.js'
import { allowedOnPost, type PostView } from '../posts/index.js'
import type { PostType } from '../types/index.js'
import { existingFallback, mayGetFallback, navigationFallback } from './navigation-fallback.js'

/** The data that the links of the fallback depend on. */
type FallbackView = Pick<PostView, 'principal' | 'options'>

/** Declares the route of the navigation to show if none was chosen. A GET creates one if there is none. */
export function registerFallback(site: SiteContext, type: PostType): void {
  const resource = siteResource<PostRecord, FallbackView, never, never>(site, 'navigation-fallback', {
    title: 'navigation-fallback',
    fields: { id: shownField(['view', 'edit', 'embed'], integer('The id of the navigation.'), post => post.id) },
    load: async (_posts, _needs, request) => ({
      principal: site.principal(request),
      options: await site.options(),
    }),
    links: linkTable(
      [
        {
          rel: 'self',
          href: [`${collectionUrl(site, type)}/`, post => post.id],
          attributes: { embeddable: true },
          allow: (post, { principal, options }) => allowedOnPost(site, post, principal, options),
        },
      ],
      site.names,
    ),
  })

  site.registry.route(`${site.dialect.prefix}-block-editor/v1`, '/navigation-fallback', {
    ...schemasOf(resource),
    endpoints: [
      endpoint({
        methods: 'GET',
        // A call may create a navigation.
        responds: { shape: 'item', example: false },
        args: {},
        permission: ({ principal }) => mayGetFallback(type, principal),
        async handler(request): Promise<Reply> {
          const actor = site.principal(request)
          const existing = await existingFallback(site, actor)
          const refused = existing === undefined ? actor.scope?.refuse('POST', request.route) : undefined
          if (refused !== undefined) throw refused
          const post = existing ?? (await inTransaction(site, tx => navigationFallback(tx, actor)))
          return resource.reply(post, request)
        },
      }),
    ],
  })
}
