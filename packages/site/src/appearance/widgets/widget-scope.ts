import { escapeAttribute, renderTitle } from '@platen/rendering'
import type { SiteContext, SitePrincipal } from '../../kernel/context/index.js'
import type { OptionSnapshot } from '../../kernel/options/index.js'

/** The context of `load`, `choices` and `render` of widgets. */
export interface WidgetScope {
  readonly site: SiteContext
  readonly options: OptionSnapshot
  /** The reader: a widget must load only records that the reader may read. */
  readonly principal: SitePrincipal
}

/** The widget that `render` writes. */
export interface WidgetPlace {
  /** Its id, such as `text-2`; the base of the id with -1 for a widget that is not stored. */
  readonly id: string
  readonly number: number
  /** The HTML of a title, wrapped as the sidebar defines; empty for an empty text. */
  title(text: string): string
  /** The HTML of the blocks and shortcodes of a text that `content` of the definition returned. */
  blocksHtml(content: string): string
  /** Like `blocksHtml`, with paragraphs and typography, as in the content of posts. */
  contentHtml(content: string): string
}

/** The user who stores a widget. */
export interface WidgetAuthor {
  /** Whether they may store any HTML (`unfiltered_html`). */
  readonly unfiltered: boolean
}

/** The title of a widget as HTML, without the sidebar's around it. */
export const widgetTitle = (text: string, site: SiteContext): string => escapeAttribute(renderTitle(text, site))
