// Building blocks of blocks: their definition, the page that loads and renders them, patterns.
export { dateOf, timeElement } from './block-dates.js'
export type { BlockCode } from './block-file.js'
export {
  alignmentClasses,
  columnClasses,
  escapeProse,
  hasMembers,
  headingTag,
  isNumberOrText,
  linkColorClasses,
  membersOf,
  sectionTag,
  textClasses,
} from './block-html.js'
export {
  type BlockPattern,
  type BlockPatternCategory,
  type BlockPatternCategoryOptions,
  type BlockPatternOptions,
  blockPattern,
  blockPatternCategories,
  blockPatternSources,
  blockPatterns,
} from './block-patterns.js'
export { type BlockRegistrations, type BlocksPart, blockParts, blockRegistrations } from './block-registrations.js'
export {
  type BlockScope,
  defineBindingSource,
  defineBlock,
  type SiteBindingSource,
  type SiteBlock,
} from './block-scope.js'
export {
  ALIGNED_TYPOGRAPHY,
  BACKGROUND_COLORS,
  BORDER,
  BORDER_WITHOUT_CONTROLS,
  COLORS,
  COLORS_WITHOUT_LINK_CONTROL,
  INTERACTIVITY,
  SITE_TEXT_TYPOGRAPHY,
  SPACING,
  SPACING_WITHOUT_CONTROLS,
  TEMPLATE_SUPPORTS,
  TERM_BORDER,
  TEXT_COLORS,
  TYPOGRAPHY,
} from './common-supports.js'
export {
  type ContentTexts,
  contentParts,
  loadEmbeds,
  loadShownMedia,
  type ReplaceEmbeds,
  type ShownMedia,
} from './content-parts.js'
export { contextsOfUses } from './contexts-of-uses.js'
export { countOnce } from './count-once.js'
export { dropdownScript } from './dropdown.js'
export { excerptWords } from './excerpt-words.js'
export { createHtmlBudget, createLazyHtmlBudget, type HtmlBudget } from './html-budget.js'
export { oncePerPage } from './once-per-page.js'
export { type PageBlocks, pageBlocks, type RenderedText } from './page-blocks.js'
export { pageNumbers } from './page-numbers.js'
export { type PaginationStep, paginationArrow, withArrow } from './pagination-arrow.js'
export { type PatternRegistrations, patternRegistrations } from './pattern-registrations.js'
export { renderBlockUse } from './render-block-use.js'
export { requestPath, requestPathWithout } from './request-path.js'
export { TEMPLATE_PART } from './template-part-name.js'
