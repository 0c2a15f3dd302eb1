import type { TemplateSource } from '../../content/posts/index.js'
import { findTemplates } from './rest/find-templates.js'
import { templateKinds } from './template-kind.js'

/** The custom templates that posts of a type may choose: those of the theme, and stored ones. */
export const chosenTemplates: TemplateSource = async ({ site, store }, { name: postType }) => {
  const { templates } = templateKinds(site)
  if (templates === undefined) return []
  return (await findTemplates(site, store, templates, { postType })).map(({ slug }) => slug)
}
