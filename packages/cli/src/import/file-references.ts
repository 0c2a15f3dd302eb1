import { type ContentScope, kindOfType, type NewId } from './reference-table.js'

const attribute = /\b(?:class|rel|id)=(?:"[^"'<>]*"|'[^"'<>]*')/g
const nameOfFile = /(?<![\w-])(wp-image-|wp-att-|attachment_)(\d{1,15})(?![\w-])/g
const imageTag = /<img\b[^<>]*>/g
const dataId = /(\sdata-id=(["']))(\d{1,15})(?=\2)/
const linkTag = /<a\s[^<>]*>/g
const dataType = /\sdata-type=(?:"([\w-]+)"|'([\w-]+)')/
const shortcode = /\[(?:gallery|playlist)\s[^[\]]*\]/g
const namedIds = /(\s(?:ids|include|exclude|id)=)("[\d,\s]*"|'[\d,\s]*'|[\d,]+(?=[\s\]/]))/g
const queryLink = /(\shref=(["']))([^"'<>?]*)\?(attachment_id|page_id|p|cat)=(\d{1,15})(?=["'#&])/g
const mayHaveIds =
  /\[(?:gallery|playlist)\s|wp-image-|wp-att-|attachment_|\sdata-id=|\?(?:attachment_id|page_id|p|cat)=\d/

function typeInLink(tag: string): string | undefined {
  const [, double, single] = dataType.exec(tag) ?? []
  return double ?? single
}

type NewPostId = (id: number) => number

const renumbered = (text: string, newId: NewPostId): string =>
  text.replace(/\d+/g, digits => (digits.length > 15 ? digits : String(newId(Number(digits)))))

/** Replaces the id in `data-id`, an attribute that images in old gallery blocks also have. */
const mapImageTag = (tag: string, newId: NewPostId): string =>
  tag.replace(dataId, (found, before: string, _quote, id: string) => {
    const isOfImage = [...tag.matchAll(nameOfFile)].some(([, , named]) => named === id)
    return isOfImage ? before + newId(Number(id)) : found
  })

/** Replaces the id of a link's target, which editors write together with its type. */
function mapLinkTag(tag: string, { isTaxonomy }: ContentScope, newId: NewId): string {
  const kind = kindOfType(typeInLink(tag), isTaxonomy)
  if (kind === undefined) return tag
  return tag.replace(dataId, (_found, before: string, _quote, id: string) => before + newId(kind, Number(id)))
}

/** Whether a text may refer to other records outside of block attributes. */
export const mayNameFiles = (content: string): boolean => mayHaveIds.test(content)

/**
 * Replaces the ids of attachments in shortcodes, and in the HTML that editors write for images and their links; and the
 * ids in other links to the site that the content comes from.
 */
export function mapFileReferences(content: string, scope: ContentScope, newId: NewId): string {
  const newPostId = (id: number) => newId('post', id)
  const bases = new Set(['', '/', ...(scope.url === '' ? [] : [scope.url, `${scope.url}/`])])
  return content
    .replace(imageTag, tag => mapImageTag(tag, newPostId))
    .replace(linkTag, tag => mapLinkTag(tag, scope, newId))
    .replace(queryLink, (found, before: string, _quote, base: string, name: string, id: string) =>
      bases.has(base) ? `${before}${base}?${name}=${newId(name === 'cat' ? 'term' : 'post', Number(id))}` : found,
    )
    .replace(attribute, found =>
      found.replace(nameOfFile, (_name, before: string, id: string) => before + newPostId(Number(id))),
    )
    .replace(shortcode, found =>
      found.replace(namedIds, (_named, before: string, ids: string) => before + renumbered(ids, newPostId)),
    )
}
