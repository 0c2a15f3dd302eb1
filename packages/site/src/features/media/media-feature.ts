import { defineFeature } from '../../feature.js'
import { registerMedia } from './register-media.js'

/** Uploaded files: attachments and the images made of them. */
export const mediaFeature = defineFeature({ name: 'media', supports: ['thumbnail'], routes: registerMedia })
