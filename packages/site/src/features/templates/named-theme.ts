import { TEMPLATE_PART } from '../../blocks/template-part-name.js'
import { themes } from '../../themes/themes.js'
import type { ContentWriter } from '../posts/content-writers.js'

/** Names the theme of template parts, so that another active theme does not change which ones they are. */
export const namedTheme: NonNullable<ContentWriter['completed']> = (site, settings, { name, attributes }) =>
  name === TEMPLATE_PART && (attributes['theme'] ?? null) === null
    ? { ...attributes, theme: site.get(themes).active(settings).stylesheet }
    : attributes
