import type { SiteContext } from '../../../kernel/context/index.js'
import { VIEW_EDIT_EMBED } from '../../../kernel/rest/index.js'
import { type PostFields, postFields, withContexts } from '../../posts/index.js'
import type { PostType } from '../../types/index.js'

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
