type NewId = (id: number) => number

const attribute = /\b(?:class|rel|id)=(?:"[^"'<>]*"|'[^"'<>]*')/g
const nameOfFile = /(?<![\w-])(wp-image-|wp-att-|attachment_)(\d{1,15})(?![\w-])/g
const imageTag = /<img\b[^<>]*>/g
const dataId = /(\sdata-id=(["']))(\d{1,15})(?=\2)/
const shortcode = /\[(?:gallery|playlist)\s[^[\]]*\]/g
const namedIds = /(\s(?:ids|include|exclude|id)=)("[\d,\s]*"|'[\d,\s]*'|[\d,]+(?=[\s\]/]))/g

const renumbered = (text: string, newId: NewId): string =>
  text.replace(/\d+/g, digits => (digits.length > 15 ? digits : String(newId(Number(digits)))))

/** Replaces the id in `data-id`, an attribute that images in old gallery blocks also have. */
const mapImageTag = (tag: string, newId: NewId): string =>
  tag.replace(dataId, (found, before: string, _quote, id: string) => {
    const isOfImage = [...tag.matchAll(nameOfFile)].some(([, , named]) => named === id)
    return isOfImage ? before + newId(Number(id)) : found
  })

/** Whether a text may refer to attachments outside of block attributes. */
export const mayNameFiles = (content: string): boolean =>
  content.includes('[gallery') ||
  content.includes('[playlist') ||
  content.includes('wp-image-') ||
  content.includes('wp-att-') ||
  content.includes('attachment_')

/** Replaces the ids of attachments in shortcodes, and in the HTML that editors write for images and their links. */
export function mapFileReferences(content: string, newId: NewId): string {
  if (!mayNameFiles(content)) return content
  return content
    .replace(imageTag, tag => mapImageTag(tag, newId))
    .replace(attribute, found =>
      found.replace(nameOfFile, (_name, before: string, id: string) => before + newId(Number(id))),
    )
    .replace(shortcode, found =>
      found.replace(namedIds, (_named, before: string, ids: string) => before + renumbered(ids, newId)),
    )
}
