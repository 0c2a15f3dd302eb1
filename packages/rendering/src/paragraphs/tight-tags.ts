import { isWhiteSpace } from '../text/ascii.js'

/** Tags around which white space is removed. */
interface TightTag {
  readonly appliesTo: (text: string) => boolean
  readonly tag: RegExp
  readonly before: (tag: string) => boolean
  readonly after: (tag: string) => boolean
}

const isClosing = (tag: string): boolean => tag.startsWith('</') || tag.startsWith('[/')
const isOpening = (tag: string): boolean => !isClosing(tag)
const always = (): boolean => true
const hasSources = (text: string): boolean => text.includes('<source') || text.includes('<track')
const hasObject = (text: string): boolean => text.includes('</object>')

const TIGHT_TAGS: readonly TightTag[] = [
  { appliesTo: text => text.includes('<option'), tag: /<option|<\/option>/g, before: isOpening, after: isClosing },
  { appliesTo: hasObject, tag: /<object[^<>]*>|<\/object>/g, before: isClosing, after: isOpening },
  { appliesTo: hasObject, tag: /<\/?(?:param|embed)[^<>]*>/g, before: always, after: always },
  {
    appliesTo: hasSources,
    tag: /[<[]\/?(?:audio|video)[^<>[\]]*[>\]]/g,
    before: isClosing,
    after: isOpening,
  },
  { appliesTo: hasSources, tag: /<(?:source|track)[^<>]*>/g, before: always, after: always },
  {
    appliesTo: text => text.includes('<figcaption'),
    tag: /<figcaption[^<>]*>|<\/figcaption>/g,
    before: isOpening,
    after: isClosing,
  },
]

const tighten = (text: string, { tag, before, after }: TightTag): string => {
  let result = ''
  let done = 0
  for (const { 0: found, index } of text.matchAll(tag)) {
    let start = index
    if (before(found)) while (start > done && isWhiteSpace(text.charCodeAt(start - 1))) start--
    result += text.slice(done, start) + found
    done = index + found.length
    if (after(found)) while (isWhiteSpace(text.charCodeAt(done))) done++
  }
  return result + text.slice(done)
}

/** Removes white space around options, media sources, figure captions and parts of objects, which are not paragraphs. */
export const tightenTags = (text: string): string => {
  let result = text
  for (const kind of TIGHT_TAGS) if (kind.appliesTo(text)) result = tighten(result, kind)
  return result
}
