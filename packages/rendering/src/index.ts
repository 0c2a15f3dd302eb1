export { type Block, hasBlocks, isBlockText, parseBlocks } from './blocks/block-parser.js'
export { createBlockRegistry } from './blocks/block-registry.js'
export { serializeBlocks } from './blocks/block-serializer.js'
export type {
  AdjustmentContext,
  BlockAdjustment,
  BlockContext,
  BlockRegistry,
  BlockRenderer,
  BlockType,
  BlockTypeDefinition,
  PlainChange,
} from './blocks/block-types.js'
export { type CommentRendering, renderComment } from './content/render-comment.js'
export {
  type ExcerptRendering,
  type PostTexts,
  type RenderedPost,
  type Rendering,
  renderContent,
  renderExcerpt,
  renderPost,
  renderTitle,
} from './content/render-content.js'
export { balanceTags } from './html/balance-tags.js'
export type { PictureInfo, PictureLookup, PictureUse } from './html/images.js'
export { linkAddresses, markLinksOfOthers } from './html/links.js'
export { toParagraphs } from './paragraphs/paragraphs.js'
export { filterHtml, type HtmlPlace } from './sanitize/filter-html.js'
export { sanitizeName } from './sanitize/sanitize-name.js'
export type { ShortcodeAttributes } from './shortcodes/shortcode-parser.js'
export { createShortcodeRegistry } from './shortcodes/shortcode-registry.js'
export type {
  ShortcodeContext,
  ShortcodeOptions,
  ShortcodeRegistry,
  ShortcodeRenderer,
} from './shortcodes/shortcode-types.js'
export { classNameOf } from './text/class-name.js'
export { cutBytes, cutText } from './text/cut-text.js'
export { decodeEntities, escapeAttribute, escapeHtml, escapeUrl, normalizeEntities } from './text/entities.js'
export { fold } from './text/fold.js'
export { sanitizeMultiline, sanitizeTextField } from './text/plain-text.js'
export { decodeOctets, givenSlug, sanitizeKey, slugify } from './text/slug.js'
export { trimSpace } from './text/spaces.js'
export { stripTags, textOf } from './text/strip-tags.js'
export { suffixedSlug } from './text/suffixed-slug.js'
export { typeset } from './typography/typeset.js'
