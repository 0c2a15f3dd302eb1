import type { SitePrincipal } from '../access/site-principal.js'
import type { OptionSnapshot } from '../settings/options.js'
import type { SiteContext } from '../site-context.js'

/** What `load`, `choices` and `render` of widgets receive. */
export interface WidgetScope {
  readonly site: SiteContext
  readonly options: OptionSnapshot
  /** Who reads: whatever a widget loads must be readable for them. */
  readonly principal: SitePrincipal
}

/** The widget that `render` writes. */
export interface WidgetPlace {
  /** Its id, such as `text-2`; the base of the id with -1 for a widget that is not stored. */
  readonly id: string
  readonly number: number
  /** The HTML of a title between what the sidebar puts around it; empty for an empty text. */
  title(text: string): string
  /** The HTML of the blocks and shortcodes of a text that `content` of the definition returned. */
  blocksHtml(content: string): string
  /** Like `blocksHtml`, with paragraphs and typography, as in the content of posts. */
  contentHtml(content: string): string
}

/** Who stores a widget. */
export interface WidgetAuthor {
  /** Whether they may store any HTML (`unfiltered_html`). */
  readonly unfiltered: boolean
}
