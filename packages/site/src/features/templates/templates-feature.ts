import { defineFeature } from '../../feature-base.js'
import { templateSources } from '../posts/check-post-input.js'
import { contentWriters } from '../posts/content-writers.js'
import { chosenTemplates } from './chosen-templates.js'
import { namedTheme } from './named-theme.js'
import { registerTemplates } from './register-templates.js'
import { templatesContent } from './templates-content.js'

/**
 * Templates and template parts of the active theme, including stored ones. The feature comes after the revisions of
 * other posts.
 */
export const templatesFeature = defineFeature({
  name: 'templates',
  setup({ context }) {
    context.get(templateSources).push(chosenTemplates)
    context.get(contentWriters).push({ completed: namedTheme })
  },
  content: templatesContent,
  routes: registerTemplates,
})
