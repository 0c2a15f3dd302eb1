import type { ContentTexts, ShownMedia } from '../../../kernel/blocks/index.js'
import { loadAttachedMedia } from './load-attached-media.js'
import { loadGalleries } from './load-galleries.js'
import { loadImages } from './load-images.js'
import { loadPlaylists } from './load-playlists.js'
import type { AttachmentReader } from './shown-attachments.js'

/** Loads the images, galleries, playlists and attached files that texts show, with a fixed number of queries. */
export const loadMediaOf = async (reader: AttachmentReader, texts: ContentTexts): Promise<ShownMedia> => ({
  images: await loadImages(reader.site, texts.posts, texts.included),
  galleries: await loadGalleries(reader, texts),
  playlists: await loadPlaylists(reader, texts),
  attachedMedia: await loadAttachedMedia(reader, texts.posts, texts.included),
})
