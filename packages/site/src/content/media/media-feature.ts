import { type ContentTexts, contentParts, type ShownMedia } from '../../kernel/blocks/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { contentWriters, postRemovals } from '../posts/index.js'
import { mediaOption } from './files/media-settings.js'
import { isOwnDocument } from './files/own-file.js'
import { removeMediaData } from './operations/delete-media.js'
import { mediaContent } from './operations/media-content.js'
import { registerMedia } from './rest/register-media.js'
import { loadAttachedMedia } from './shown/load-attached-media.js'
import { loadGalleries } from './shown/load-galleries.js'
import { loadImages } from './shown/load-images.js'
import { loadPlaylists } from './shown/load-playlists.js'
import type { AttachmentReader } from './shown/shown-attachments.js'

/** Loads the images, galleries, playlists and attached files that texts show, with a fixed number of queries. */
const loadMediaOf = async (reader: AttachmentReader, texts: ContentTexts): Promise<ShownMedia> => ({
  images: await loadImages(reader.site, texts.posts, texts.included),
  galleries: await loadGalleries(reader, texts),
  playlists: await loadPlaylists(reader, texts),
  attachedMedia: await loadAttachedMedia(reader, texts.posts, texts.included),
})

/** Uploaded files: attachments and their derived images. */
export const mediaFeature = defineFeature({
  name: 'media',
  options: [mediaOption],
  supports: ['thumbnail'],
  setup(site) {
    site.context.get(postRemovals).add(removeMediaData, 'attachment')
    site.context.get(contentParts).push({ media: loadMediaOf })
    site.context.get(contentWriters).push({ allowsDocument: isOwnDocument })
  },
  content: calls => ({ media: mediaContent(calls) }),
  routes: registerMedia,
})
