import { contentWriters, templateSources } from '../../content/posts/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { chosenTemplates } from './chosen-templates.js'
import { namedTheme } from './named-theme.js'
import { templatesContent } from './operations/templates-content.js'
import { registerTemplates } from './rest/register-templates.js'

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
