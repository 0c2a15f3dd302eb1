import { cleanUri } from '@platen/core'
import { escapeAttribute, escapeUrl, filterHtml } from '@platen/rendering'

const ITEM = 'wp-block-navigation-item'

/** The classes of the element around an item of a navigation. */
export const ITEM_CLASSES: readonly string[] = [ITEM]

/** An attribute of HTML, also an empty one; nothing for a value that is not a text. */
const attribute = (name: string, value: unknown): string =>
  typeof value === 'string' ? ` ${name}="${escapeAttribute(value)}"` : ''

/** A URL from an attribute of a block as an HTML attribute: empty if it is unsafe, omitted if there is none. */
export const hrefOf = (url: string | undefined): string => (url ? ` href="${escapeUrl(cleanUri(url))}"` : '')

/** The attributes of a link that determine where and how it opens. */
export const openingOf = ({
  opensInNewTab,
  rel,
  title,
}: {
  readonly opensInNewTab: boolean
  readonly rel?: string | undefined
  readonly title?: string | undefined
}): string => `${opensInNewTab ? ' target="_blank"  ' : ''}${attribute('rel', rel)}${attribute('title', title)}`

/** The text of a link, with the HTML that titles may have. */
export const labelOf = (label: string): string => `<span class="${ITEM}__label">${filterHtml(label, 'title')}</span>`

/** The description below the text of a link; omitted if there is none. */
export const descriptionOf = (description: string | undefined): string =>
  description ? `<span class="${ITEM}__description">${filterHtml(description, 'title')}</span>` : ''

/** A link around a text; `attributes` have a leading space. */
export const anchor = (attributes: string, html: string): string =>
  `<a class="${ITEM}__content"${attributes}>${html}</a>`
