import { coreBlocks } from '@platen/rendering'
import { defineFeature } from '../feature.js'
import { siteBlocks } from './site-blocks.js'
import { syncedPattern } from './synced-pattern.js'

/** The built-in block types: static ones, and the dynamic ones that show what a site stores. */
export const blocksFeature = defineFeature({
  name: 'blocks',
  blocks: [...coreBlocks, ...siteBlocks, syncedPattern],
})
