import { defineFeature } from '../../feature.js'
import { registerRevisions } from './register-revisions.js'
import { revisionsContent } from './revision-content.js'

/** Revisions of posts. It comes after the families of posts, whose types decide on its routes. */
export const revisionsFeature = defineFeature({
  name: 'revisions',
  supports: ['revisions'],
  content: calls => ({ revisions: revisionsContent(calls) }),
  routes: registerRevisions,
})
