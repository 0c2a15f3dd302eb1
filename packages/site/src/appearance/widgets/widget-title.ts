import { escapeAttribute, renderTitle } from '@platen/rendering'
import type { SiteContext } from '../../kernel/context/index.js'

/** The title of a widget as HTML, without the sidebar's around it. */
export const widgetTitle = (text: string, site: SiteContext): string => escapeAttribute(renderTitle(text, site))
