import type { ContentWriter } from '../../content/posts/index.js'
import { TEMPLATE_PART } from '../../kernel/blocks/index.js'
import { themes } from '../themes/index.js'

/** Names the theme of template parts, so that another active theme does not change which ones they are. */
export const namedTheme: NonNullable<ContentWriter['completed']> = (site, settings, { name, attributes }) =>
  name === TEMPLATE_PART && (attributes['theme'] ?? null) === null
    ? { ...attributes, theme: site.get(themes).active(settings).stylesheet }
    : attributes
