import { defineFeature } from '../../kernel/features/index.js'
import { postCompanions } from '../posts/index.js'
import { autosavesContent, revisionsContent } from './operations/revision-content.js'
import { storeRevisions } from './operations/store-revision.js'
import { registerAutosaves } from './rest/register-autosaves.js'
import { registerRevisions } from './rest/register-revisions.js'
import { revisionsToKeepOption } from './revision-options.js'

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
