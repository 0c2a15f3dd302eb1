import { coreBlocks } from '@platen/rendering'
import { commentBlocks } from '../../content/comments/index.js'
import { cover, mediaText, playlist, playlistTrack } from '../../content/media/index.js'
import { syncedPattern } from '../../content/patterns/index.js'
import { postBlocks } from '../../content/posts/blocks/index.js'
import { postDataSource, postMetaSource } from '../../content/posts/index.js'
import { queryBlocks } from '../../content/query/index.js'
import { termBlocks } from '../../content/terms/index.js'
import { blockParts, blockRegistrations } from '../../kernel/blocks/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { patternPlaceholder, templatePart } from '../templates/index.js'
import { footnotes } from './footnotes.js'
import { siteBlocks } from './site-blocks.js'

/** The built-in block types: static ones, and dynamic ones that show stored content. */
export const blocksFeature = defineFeature({
  name: 'blocks',
  registrations: blockRegistrations,
  parts: blockParts,
  blocks: [
    ...coreBlocks,
    ...siteBlocks,
    ...postBlocks,
    ...queryBlocks,
    ...commentBlocks,
    ...termBlocks,
    syncedPattern,
    cover,
    mediaText,
    playlist,
    playlistTrack,
    footnotes,
    patternPlaceholder,
    templatePart,
  ],
  bindingSources: [postMetaSource, postDataSource],
})
