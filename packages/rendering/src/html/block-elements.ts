/** Elements that separate paragraphs, without those whose text is not prose. */
const PROSE_ELEMENTS =
  'table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|form|map|area|blockquote|address|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|details|menu|summary'

/** Elements that separate paragraphs. */
const BLOCK_ELEMENTS = `${PROSE_ELEMENTS}|pre|style`

/** Matches the start of an opening tag, or a whole closing tag, of a block element. */
export const blockTag = new RegExp(`<(?:${BLOCK_ELEMENTS})(?=[\\s/>])|</(?:${BLOCK_ELEMENTS}|figcaption)>`, 'g')

/** Matches a tag that needs no paragraph. Only the start of its name is compared, so `p` includes `picture`. */
export const unwrappedTag = new RegExp(`^</?(?:${BLOCK_ELEMENTS}|figcaption)[^>]*>$`)

/** Matches a tag without a line break before it. */
export const tagAfterText = /^<\/?(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)[^>]*>$/

/**
 * Matches the simple tag of an element that separates paragraphs, and is not preformatted, at `lastIndex`: its attributes
 * are quoted.
 */
export const simpleBlockTag = new RegExp(
  `<(?:(?:${PROSE_ELEMENTS})(?: [\\w-]+="[^"<>]*")*(?: ?/)?|/(?:${PROSE_ELEMENTS}))>`,
  'y',
)
