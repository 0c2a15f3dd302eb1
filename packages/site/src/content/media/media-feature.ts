import { contentParts } from '../../kernel/blocks/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { contentWriters, postRemovals } from '../posts/index.js'
import { mediaOption } from './files/media-options.js'
import { isOwnDocument } from './files/own-file.js'
import { removeMediaData } from './operations/delete-media.js'
import { mediaContent } from './operations/media-content.js'
import { registerMedia } from './rest/register-media.js'
import { loadMediaOf } from './shown/load-shown-media.js'

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
