import type { SiteBlock } from '../../../kernel/blocks/index.js'
import { termTemplate } from './term-template.js'
import { termCount, termDescription, termName } from './term-texts.js'

/** The blocks that list terms. */
export const termBlocks: readonly SiteBlock[] = Object.freeze([termTemplate, termName, termCount, termDescription])
