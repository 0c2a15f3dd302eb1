import { defineFeature } from '../../feature.js'
import { mediaContent } from './media-content.js'
import { registerMedia } from './register-media.js'

/** Uploaded files: attachments and their derived images. */
export const mediaFeature = defineFeature({
  name: 'media',
  supports: ['thumbnail'],
  content: calls => ({ media: mediaContent(calls) }),
  routes: registerMedia,
})
