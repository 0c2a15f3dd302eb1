import type { PostType } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import { type PostFields, postFields, withContexts } from '../posts/post-family.js'

const ALL = ['view', 'edit', 'embed'] as const
const EDIT_EMBED = ['edit', 'embed'] as const

/** The fields of navigations; embedded navigations contain everything that is needed to render them. */
export const navigationFields = (site: SiteContext, type: PostType): PostFields =>
  withContexts(postFields(site, type), {
    status: { contexts: ALL },
    title: { properties: { raw: EDIT_EMBED } },
    content: { contexts: ALL, properties: { raw: EDIT_EMBED, rendered: ALL, block_version: EDIT_EMBED } },
  })
