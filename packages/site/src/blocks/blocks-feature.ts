import { coreBlocks } from '@platen/rendering'
import { defineFeature } from '../feature-base.js'
import { postDataSource } from './bindings/post-data-source.js'
import { postMetaSource } from './bindings/post-meta-source.js'
import { blockParts, blockRegistrations } from './block-registrations.js'
import { commentBlocks } from './comments/comment-blocks.js'
import { cover } from './media/cover.js'
import { mediaText } from './media/media-text.js'
import { playlist, playlistTrack } from './media/playlist.js'
import { postBlocks } from './posts/post-blocks.js'
import { queryBlocks } from './query/query-blocks.js'
import { siteBlocks } from './site-blocks.js'
import { syncedPattern } from './synced-pattern.js'
import { termBlocks } from './terms/term-blocks.js'
import { footnotes } from './texts/footnotes.js'
import { patternPlaceholder } from './themes/pattern.js'
import { templatePart } from './themes/template-part.js'

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
