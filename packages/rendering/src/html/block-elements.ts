/** Elements that stand between paragraphs: text before and after them is set apart. */
const BLOCK_ELEMENTS =
  'table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|blockquote|address|style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|details|menu|summary'

/** Finds the start of an opening tag and the whole closing tag of a block element. */
export const blockTag = new RegExp(`<(?:${BLOCK_ELEMENTS})(?=[\\s/>])|</(?:${BLOCK_ELEMENTS}|figcaption)>`, 'g')

/** A tag that needs no paragraph around it. Names count by how they begin, so `picture` goes with `p`. */
export const unwrappedTag = new RegExp(`^</?(?:${BLOCK_ELEMENTS}|figcaption)[^>]*>$`)

/** A tag that needs no line break before it. */
export const tagAfterText = /^<\/?(?:p|li|div|dl|dd|dt|th|pre|td|ul|ol)[^>]*>$/
