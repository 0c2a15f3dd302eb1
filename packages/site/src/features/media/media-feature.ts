import { contentParts } from '../../blocks/content-parts.js'
import { defineFeature } from '../../feature-base.js'
import { mediaOption } from '../../media/media-options.js'
import { isOwnDocument } from '../../media/own-file.js'
import { contentWriters } from '../posts/content-writers.js'
import { postRemovals } from '../posts/post-removals.js'
import { removeMediaData } from './delete-media.js'
import { loadMediaOf } from './load-shown-media.js'
import { mediaContent } from './media-content.js'
import { registerMedia } from './register-media.js'

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
