export { type Block, hasBlocks, isBlockText, parseBlocks } from './blocks/block-parser.js'
export {
  type AdjustmentContext,
  type BlockAdjustment,
  type BlockContext,
  type BlockRegistry,
  type BlockRenderer,
  type BlockType,
  type BlockTypeDefinition,
  createBlockRegistry,
  type PlainChange,
} from './blocks/block-registry.js'
export { serializeBlocks } from './blocks/block-serializer.js'
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
export {
  createShortcodeRegistry,
  type ShortcodeAttributes,
  type ShortcodeContext,
  type ShortcodeOptions,
  type ShortcodeRegistry,
  type ShortcodeRenderer,
} from './shortcodes/shortcode-registry.js'
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
