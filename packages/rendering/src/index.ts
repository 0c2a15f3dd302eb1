export { type BindingSource, type BindingUse, OVERRIDES_CONTEXT, sourceKey } from './blocks/bindings/binding-source.js'
export type {
  BlockAnnotations,
  BlockAssets,
  BlockStyle,
  BlockVariation,
  HookedPosition,
} from './blocks/block-annotations.js'
export { type Block, hasBlocks, isBlockText, parseBlocks } from './blocks/block-parser.js'
export {
  type BlockRegistry,
  type BlockRegistryOptions,
  type BlockType,
  createBlockRegistry,
  valueSchema,
} from './blocks/block-registry.js'
export { serializeBlocks } from './blocks/block-serializer.js'
export {
  type AdjustmentContext,
  type BlockAdjustment,
  type BlockAttribute,
  type BlockAttributes,
  type BlockPlace,
  type BlockTypeDefinition,
  type BlockUse,
  type BlockValues,
  defineBlock,
  type IncludedText,
  type ShownBlock,
  type TypedBlock,
} from './blocks/block-type.js'
export { type BlockUses, collectBlockUses, type RepeatingUse, type ShownBlocks } from './blocks/block-uses.js'
export {
  blockClass,
  borderAttributes,
  colorAttributes,
  drawingAttributes,
  repeatedClasses,
  typographyAttributes,
  type WrapperOptions,
  wrapperAttributes,
} from './blocks/block-wrapper.js'
export { NAVIGATION_STYLES } from './blocks/core/widget-blocks.js'
export { coreBlocks } from './blocks/core-blocks.js'
export { isSet } from './blocks/is-set.js'
export { renderBlocks, renderEachBlock } from './blocks/render-blocks.js'
export type { BlockRenderOptions, LoadedBlock } from './blocks/render-dynamic-block.js'
export { supportedAttributes } from './blocks/supported-attributes.js'
export { hasLinkColor } from './blocks/supports/element-colors.js'
export { addBackground } from './blocks/supports/saved-supports.js'
export { presetSlug, styleValue } from './blocks/supports/support-values.js'
export { type EmbedUse, findEmbeds, replaceEmbeds } from './content/embeds.js'
export { settleUrls } from './content/open-urls.js'
export { type CommentRenderOptions, renderComment } from './content/render-comment.js'
export {
  type ExcerptRenderOptions,
  excerptText,
  type PostTexts,
  type RenderedPost,
  type RenderOptions,
  renderContent,
  renderExcerpt,
  renderPost,
  renderTeaser,
  renderTitle,
} from './content/render-content.js'
export type { CachedHtml, CachedWords, RenderedText, RenderedTexts } from './content/rendered-texts.js'
export { balanceTags } from './html/balance-tags.js'
export { addToFirstTag, removeFromFirstTag, withAttributes } from './html/html-tag.js'
export type { ImageInfo, ImageLookup, ImageUse } from './html/images.js'
export { autolink, markUserLinks } from './html/links.js'
export { type HeadElement, type PageHead, readPageHead } from './html/page-head.js'
export { toParagraphs } from './paragraphs/paragraphs.js'
export { unwrapShortcodes } from './paragraphs/shortcode-paragraphs.js'
export { toCommentLines } from './sanitize/comment-lines.js'
export { type EmbedFrames, filterEmbedHtml } from './sanitize/embed-html.js'
export { filterHtml, type HtmlContext } from './sanitize/filter-html.js'
export { safeStyle } from './sanitize/safe-styles.js'
export { isSafeUrl, safeUrl, urlFromHtml } from './sanitize/safe-urls.js'
export type { HtmlFilterOptions } from './sanitize/sanitize-html.js'
export { sanitizeName } from './sanitize/sanitize-name.js'
export { sanitizeSvg } from './sanitize/sanitize-svg.js'
export { type AttachedMediaLookup, type AttachedMediaUse, findAttachedMedia } from './shortcodes/attached-media.js'
export { coreShortcodes } from './shortcodes/core-shortcodes.js'
export {
  findGalleries,
  findPlaylists,
  type GalleryLookup,
  type GalleryUse,
  type PlaylistLookup,
  type PlaylistUse,
} from './shortcodes/galleries.js'
export type { PlayerKind } from './shortcodes/played-types.js'
export {
  createShortcodeRegistry,
  type ShortcodeAttributes,
  type ShortcodeContext,
  type ShortcodeDefinition,
  type ShortcodeOptions,
  type ShortcodeRegistry,
  type ShortcodeRegistryOptions,
  type ShortcodeRenderer,
} from './shortcodes/shortcode-registry.js'
export { classNameOf } from './text/class-name.js'
export { cutBytes, cutText } from './text/cut-text.js'
export { decodeEntities, escapeAttribute, escapeHtml, escapeUrl, normalizeEntities } from './text/entities.js'
export { sanitizeMultiline, sanitizeTextField } from './text/plain-text.js'
export { decodeOctets, lookupSlug, sanitizeKey, slugify, slugifyRequested } from './text/slug.js'
export { trimSpace } from './text/spaces.js'
export { stripTags, textOf } from './text/strip-tags.js'
export { suffixedSlug } from './text/suffixed-slug.js'
export { typeset } from './typography/typeset.js'
