import { defineFeature } from '../../feature.js'
import { postRemovals } from '../posts/post-removals.js'
import { removeMediaData } from './delete-media.js'
import { mediaContent } from './media-content.js'
import { registerMedia } from './register-media.js'

/** Uploaded files: attachments and their derived images. */
export const mediaFeature = defineFeature({
  name: 'media',
  supports: ['thumbnail'],
  setup(site) {
    site.context.get(postRemovals).add(removeMediaData, 'attachment')
  },
  content: calls => ({ media: mediaContent(calls) }),
  routes: registerMedia,
})
