import type { SiteBlock } from '../../../kernel/blocks/index.js'
import { termCount } from './term-count.js'
import { termDescription } from './term-description.js'
import { termName } from './term-name.js'
import { termTemplate } from './term-template.js'

/** The blocks that list terms. */
export const termBlocks: readonly SiteBlock[] = Object.freeze([termTemplate, termName, termCount, termDescription])
