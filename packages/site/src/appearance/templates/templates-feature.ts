import { type ContentWriter, contentWriters, type TemplateSource, templateSources } from '../../content/posts/index.js'
import { TEMPLATE_PART } from '../../kernel/blocks/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { themes } from '../themes/index.js'
import { templatesContent } from './operations/templates-content.js'
import { findTemplates } from './rest/find-templates.js'
import { registerTemplates } from './rest/register-templates.js'
import { templateKinds } from './template-kind.js'

/** The custom templates that posts of a type may choose: those of the theme, and stored ones. */
const chosenTemplates: TemplateSource = async ({ site, store }, { name: postType }) => {
  const { templates } = templateKinds(site)
  if (templates === undefined) return []
  return (await findTemplates(site, store, templates, { postType })).map(({ slug }) => slug)
}

/** Names the theme of template parts, so that another active theme does not change which ones they are. */
const namedTheme: NonNullable<ContentWriter['completed']> = (site, settings, { name, attributes }) =>
  name === TEMPLATE_PART && (attributes['theme'] ?? null) === null
    ? { ...attributes, theme: site.get(themes).active(settings).stylesheet }
    : attributes

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
