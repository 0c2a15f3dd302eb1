/** Elements that separate paragraphs. */
const BLOCK_ELEMENTS =
  'table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|details|menu|summary'

/** Matches the start of an opening tag, or a whole closing tag, of a block element. */
export const blockTag = new RegExp(`<(?:${BLOCK_ELEMENTS})(?=[\\s/>])|</(?:${BLOCK_ELEMENTS}|figcaption)>`, 'g')

/** Matches a tag that needs no paragraph. Only the start of its name counts, so that `p` includes `picture`. */
export const unwrappedTag = new RegExp(`^</?(?:${BLOCK_ELEMENTS}|figcaption)[^>]*>$`)

/** Matches a tag without a line break before it. */
export const tagAfterText = /^<\/?(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)[^>]*>$/
