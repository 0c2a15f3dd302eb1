import { defineFeature } from '../../feature-base.js'
import { postCompanions } from '../posts/post-companions.js'
import { autosavesContent } from './autosave-content.js'
import { registerAutosaves } from './register-autosaves.js'
import { registerRevisions } from './register-revisions.js'
import { revisionsContent } from './revision-content.js'
import { revisionsToKeepOption } from './revision-options.js'
import { storeRevisions } from './store-revision.js'

/** Revisions and autosaves of posts. It comes after the families of posts, whose types determine its routes. */
export const revisionsFeature = defineFeature({
  name: 'revisions',
  options: [revisionsToKeepOption],
  supports: ['revisions', 'autosave'],
  setup({ context }) {
    context.get(postCompanions).push({ revise: storeRevisions })
  },
  content: calls => ({ revisions: revisionsContent(calls), autosaves: autosavesContent(calls) }),
  routes(site) {
    registerRevisions(site)
    registerAutosaves(site)
  },
})
