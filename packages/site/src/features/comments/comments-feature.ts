import { defineFeature } from '../../feature.js'
import { meta } from '../../meta/meta-collection.js'
import { comments } from './comment-collection.js'

/** The records of comments and their meta. */
export const commentsFeature = defineFeature({
  name: 'comments',
  collections: [comments, meta],
  metaObjects: ['comment'],
})
