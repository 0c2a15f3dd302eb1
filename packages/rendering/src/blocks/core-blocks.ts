import { addClasses, addToFirstTag, findTag, firstTag } from '../html/html-tag.js'
import { toParagraphs } from '../paragraphs/paragraphs.js'
import { addLayout, isObject } from './block-layout.js'
import type { BlockAdjustment, BlockTypeDefinition } from './block-type.js'
import { adjustButton } from './core/adjust-button.js'
import { adjustFile } from './core/adjust-file.js'
import { adjustImage } from './core/adjust-image.js'
import type { CoreBlock, CoreBlockFacts } from './core/core-block-facts.js'
import { coverBlocks } from './core/cover-blocks.js'
import { addProportions } from './core/cover-proportions.js'
import { disclosureBlocks } from './core/disclosure-blocks.js'
import { layoutBlocks } from './core/layout-blocks.js'
import { addGalleryLightbox, hasLightbox } from './core/lightbox.js'
import { mediaBlocks } from './core/media-blocks.js'
import { tableBlock } from './core/table-block.js'
import { textBlocks } from './core/text-blocks.js'
import { widgetBlocks } from './core/widget-blocks.js'
import { NO_ATTRIBUTES } from './delimiter.js'
import { isHidden } from './hidden-blocks.js'
import { interactiveAdjustments } from './interactive-blocks.js'
import { supportsOf } from './supports/block-supports.js'
import { hasElementColors } from './supports/element-colors.js'
import { fitText } from './supports/fit-text.js'
import { addSavedSupports, placeClasses } from './supports/saved-supports.js'
import { styleClasses } from './supports/style-variations.js'

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))

const inFirst = (chunks: readonly string[], change: (html: string) => string): readonly string[] => {
  const [first] = chunks
  if (first === undefined) return chunks
  return chunks.length === 1 ? [change(first)] : [change(first), ...chunks.slice(1)]
}

const numberGallery: BlockAdjustment = (chunks, block, context) =>
  inFirst(chunks, html => {
    const tag = firstTag(html)
    if (tag === undefined) return html
    const numbered = addClasses(html, tag, [`wp-block-gallery-${context.count('id')}`])
    return block.innerBlocks.some(inner => hasLightbox(inner) && !isHidden(inner))
      ? addGalleryLightbox(numbered, `gallery-${context.count('lightbox')}`)
      : numbered
  })

const shortcode: BlockAdjustment = chunks => [toParagraphs(chunks.join('')), ...chunks.slice(1).map(() => '')]

const cover: BlockAdjustment = (chunks, block) =>
  inFirst(addLayout(chunks, block, {}), html => addProportions(html, block))

/** The blocks whose own classes come before those of their supports. */
const FIRST_ADJUSTMENTS: Readonly<Record<string, BlockAdjustment>> = {
  button: adjustButton,
  file: adjustFile,
  gallery: numberGallery,
}

/** The blocks whose saved HTML is changed in more than classes. */
const ADJUSTMENTS: Readonly<Record<string, BlockAdjustment>> = {
  image: adjustImage,
  gallery: (chunks, block) => addLayout(chunks, block, { type: 'flex' }),
  shortcode,
  cover,
  ...interactiveAdjustments,
}

/** The adjustment of a block that lays out its inner blocks. */
const layoutOf = ({ supports }: CoreBlock): BlockAdjustment | undefined => {
  const layout = supports?.['layout']
  if (layout === undefined || layout === false) return undefined
  const byDefault = isObject(layout) ? layout['default'] : undefined
  const fallback = isObject(byDefault) ? byDefault : {}
  return (chunks, block) => addLayout(chunks, block, fallback)
}

/** Classes that are added to the first of certain elements. */
interface OwnClass {
  readonly classes: readonly string[]
  readonly elements: ReadonlySet<string>
}

const ownClass = (name: string, elements: string): OwnClass => ({ classes: [name], elements: set(elements) })

/** The blocks whose element gets a class that is not in the saved HTML, before those of their supports. */
const FIRST_CLASSES: Readonly<Record<string, OwnClass>> = {
  heading: ownClass('wp-block-heading', 'h1 h2 h3 h4 h5 h6'),
  list: ownClass('wp-block-list', 'ul ol'),
}

/** The same, after those of their supports. */
const LAST_CLASSES: Readonly<Record<string, OwnClass>> = { paragraph: ownClass('wp-block-paragraph', 'p') }

const withOwnClass = (chunks: readonly string[], own: OwnClass | undefined): readonly string[] =>
  own === undefined
    ? chunks
    : inFirst(chunks, html => {
        const tag = findTag(html, own.elements)
        return tag === undefined ? html : addClasses(html, tag, own.classes)
      })

/** The types of the blocks whose HTML is saved. */
const SAVED: CoreBlockFacts = {
  ...textBlocks,
  ...tableBlock,
  ...mediaBlocks,
  ...coverBlocks,
  ...layoutBlocks,
  ...disclosureBlocks,
  ...widgetBlocks,
  query: { supports: { layout: true } },
}

/** The blocks that show data of the site; they show nothing until a site registers them with `render`. */
const DYNAMIC = set(
  `archives avatar block breadcrumbs calendar categories comment-author-name comment-content comment-date comment-edit-link comment-reply-link comment-template comments comments-pagination comments-pagination-next comments-pagination-numbers comments-pagination-previous comments-title footnotes home-link icon latest-comments latest-posts legacy-widget loginout navigation navigation-link navigation-overlay-close navigation-submenu page-list pattern playlist post-author post-author-biography post-author-name post-comments-count post-comments-form post-comments-link post-content post-date post-excerpt post-featured-image post-navigation-link post-template post-terms post-time-to-read post-title query-no-results query-pagination query-pagination-next query-pagination-numbers query-pagination-previous query-title query-total read-more rss search site-logo site-tagline site-title social-link tag-cloud template-part term-count term-description term-name term-template widget-group`,
)

const showNothing = (): string => ''

const adjustment = (name: string, facts: CoreBlock): BlockAdjustment => {
  const adjust = ADJUSTMENTS[name] ?? layoutOf(facts)
  const firstClass = FIRST_CLASSES[name]
  const lastClass = LAST_CLASSES[name]
  const begin = FIRST_ADJUSTMENTS[name]
  const apply = adjustmentBy(begin, adjust, facts)
  return (saved, block, context) => {
    const chunks = apply(withOwnClass(saved, firstClass), block, context)
    return chunks === undefined ? undefined : withOwnClass(chunks, lastClass)
  }
}

const adjustmentBy =
  (begin: BlockAdjustment | undefined, adjust: BlockAdjustment | undefined, facts: CoreBlock): BlockAdjustment =>
  (saved, block, context) => {
    const chunks = begin === undefined ? saved : begin(saved, block, context)
    if (chunks === undefined) return undefined
    if (block.attributes === NO_ATTRIBUTES) return adjust === undefined ? chunks : adjust(chunks, block, context)
    const first = [
      ...(hasElementColors(block.attributes, supportsOf(facts)) ? [`wp-elements-${context.count('elements')}`] : []),
      ...placeClasses(block),
      ...styleClasses(block.attributes, facts.styled, context.count),
    ]
    const fitted = block.attributes['fitText'] ? inFirst(chunks, html => fitText(html, block.attributes)) : chunks
    const placed = first.length === 0 ? fitted : inFirst(fitted, html => addToFirstTag(html, first))
    const adjusted = adjust === undefined ? placed : adjust(placed, block, context)
    if (adjusted === undefined) return undefined
    return inFirst(adjusted, html => addSavedSupports(html, block, facts, context.count))
  }

/**
 * The block types of the namespace `core`. The dynamic ones show nothing: a site replaces those that it supports.
 */
export const coreBlocks: readonly BlockTypeDefinition[] = Object.freeze([
  ...Object.entries(SAVED).map(([name, facts]) => ({
    name: `core/${name}`,
    apiVersion: 3,
    ...facts,
    ...(DYNAMIC.has(name) ? { render: showNothing } : { adjust: adjustment(name, facts) }),
  })),
  ...[...DYNAMIC].filter(name => !(name in SAVED)).map(name => ({ name: `core/${name}`, render: showNothing })),
])
