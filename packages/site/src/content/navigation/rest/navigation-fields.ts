import type { PostType } from '../../registrations/post-types.js'
import { VIEW_EDIT_EMBED } from '../../rest/contexts.js'
import type { SiteContext } from '../../site-context.js'
import { type PostFields, postFields, withContexts } from '../posts/post-family.js'

const EDIT_EMBED = ['edit', 'embed'] as const

/** The fields of navigations; embedded navigations contain everything that is needed to render them. */
export const navigationFields = (site: SiteContext, type: PostType): PostFields =>
  withContexts(postFields(site, type), {
    status: { contexts: VIEW_EDIT_EMBED },
    title: { properties: { raw: EDIT_EMBED } },
    content: {
      contexts: VIEW_EDIT_EMBED,
      properties: { raw: EDIT_EMBED, rendered: VIEW_EDIT_EMBED, block_version: EDIT_EMBED },
    },
  })
