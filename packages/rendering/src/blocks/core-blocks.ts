import { addClasses, addToFirstTag, attributeOf, findTag, firstTag, setAttribute } from '../html/html-tag.js'
import { toParagraphs } from '../paragraphs/paragraphs.js'
import { addLayout } from './block-layout.js'
import { type BlockAdjustment, type BlockTypeDefinition, type PlainChange, UNCHANGED } from './block-type.js'
import { addHiddenClasses } from './hidden-blocks.js'
import { hasElementColors } from './supports/element-colors.js'

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))

const inFirst = (chunks: readonly string[], change: (html: string) => string): readonly string[] => {
  const [first] = chunks
  if (first === undefined) return chunks
  return chunks.length === 1 ? [change(first)] : [change(first), ...chunks.slice(1)]
}

const withLayout =
  (fallback: Readonly<Record<string, string>> = {}): BlockAdjustment =>
  (chunks, block) =>
    addLayout(chunks, block, fallback)

const IMG = set('img')

const image: BlockAdjustment = (chunks, block, { parents }) => {
  const html = chunks.join('')
  const tag = findTag(html, IMG)
  if (tag === undefined) return undefined
  const src = attributeOf(html, tag, 'src')
  if (src === undefined || (src === '' && /\ssrc\s*=/i.test(html.slice(tag.start, tag.end)))) return undefined
  const { id } = block.attributes
  if (typeof id !== 'number' || parents.at(-1)?.name !== 'core/gallery') return chunks
  return [setAttribute(html, tag, 'data-id', String(id)), ...chunks.slice(1).map(() => '')]
}

const LINKS = set('a button')

/** Hides a button without text. */
const button: BlockAdjustment = chunks => {
  const html = chunks.join('')
  const tag = findTag(html, LINKS)
  return tag === undefined || html.startsWith('</', tag.end) ? undefined : chunks
}

const gallery: BlockAdjustment = (chunks, block, context) => {
  const numbered = inFirst(chunks, html => {
    const tag = firstTag(html)
    return tag === undefined ? html : addClasses(html, tag, [`wp-block-gallery-${context.count('gallery')}`])
  })
  return addLayout(numbered, block, { type: 'flex' })
}

const shortcode: BlockAdjustment = chunks => [toParagraphs(chunks.join('')), ...chunks.slice(1).map(() => '')]

/** The blocks whose saved HTML is changed. */
const ADJUSTMENTS: Readonly<Record<string, BlockAdjustment>> = {
  image,
  button,
  gallery,
  shortcode,
  group: withLayout(),
  quote: withLayout(),
  cover: withLayout(),
  column: withLayout(),
  details: withLayout(),
  accordion: withLayout(),
  'accordion-item': withLayout(),
  'accordion-panel': withLayout(),
  tabs: withLayout(),
  query: withLayout(),
  buttons: withLayout({ type: 'flex' }),
  'social-links': withLayout({ type: 'flex' }),
  columns: withLayout({ type: 'flex', flexWrap: 'nowrap' }),
}

const ownClass = (name: string, elements: string): PlainChange => ({
  classes: [name],
  attribute: ` class="${name}"`,
  elements: set(elements),
})

/** The blocks whose element gets a class that is not in the saved HTML. */
const CLASSES: Readonly<Record<string, PlainChange>> = {
  paragraph: ownClass('wp-block-paragraph', 'p'),
  heading: ownClass('wp-block-heading', 'h1 h2 h3 h4 h5 h6'),
  list: ownClass('wp-block-list', 'ul ol'),
}

const STATIC = set(
  `list-item code preformatted pullquote table verse separator spacer more nextpage html embed media-text audio video file freeform missing text-columns accordion-heading math`,
)

/** The blocks that show data of the site: nothing, until a site registers them with `render`. */
const DYNAMIC = set(
  `archives avatar block breadcrumbs calendar categories comment-author-name comment-content comment-date comment-edit-link comment-reply-link comment-template comments comments-pagination comments-pagination-next comments-pagination-numbers comments-pagination-previous comments-title footnotes home-link icon latest-comments latest-posts legacy-widget loginout navigation navigation-link navigation-overlay-close navigation-submenu page-list pattern playlist post-author post-author-biography post-author-name post-comments-count post-comments-form post-comments-link post-content post-date post-excerpt post-featured-image post-navigation-link post-template post-terms post-time-to-read post-title query-no-results query-pagination query-pagination-next query-pagination-numbers query-pagination-previous query-title query-total read-more rss search site-logo site-tagline site-title social-link tag-cloud template-part term-count term-description term-name term-template`,
)

const adjustment = (name: string): BlockAdjustment => {
  const adjust = ADJUSTMENTS[name]
  const own = CLASSES[name]
  return Object.assign(adjustmentBy(adjust, own), { plain: adjust === undefined ? (own ?? UNCHANGED) : undefined })
}

const adjustmentBy =
  (adjust: BlockAdjustment | undefined, own: PlainChange | undefined): BlockAdjustment =>
  (chunks, block, context) => {
    const colored = hasElementColors(block.attributes)
      ? inFirst(chunks, html => addToFirstTag(html, [`wp-elements-${context.count('elements')}`]))
      : chunks
    const adjusted = adjust === undefined ? colored : adjust(colored, block, context)
    if (adjusted === undefined) return undefined
    const hidden = inFirst(adjusted, html => addHiddenClasses(html, block))
    if (own === undefined) return hidden
    return inFirst(hidden, html => {
      const tag = findTag(html, own.elements)
      return tag === undefined ? html : addClasses(html, tag, own.classes)
    })
  }

/**
 * The block types of the namespace `core`. The dynamic ones show nothing: a site replaces those whose data it has.
 */
export const coreBlocks: readonly BlockTypeDefinition[] = Object.freeze([
  ...[...Object.keys(CLASSES), ...Object.keys(ADJUSTMENTS), ...STATIC].map(name => ({
    name: `core/${name}`,
    adjust: adjustment(name),
  })),
  ...[...DYNAMIC].map(name => ({ name: `core/${name}`, render: () => '' })),
])
