import { slugify } from '@platen/rendering'
import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import { findBySlugs } from './rest/find-templates.js'
import type { Template } from './template.js'
import { type TemplateLookup, templateHierarchy } from './template-hierarchy.js'
import type { TemplateKind } from './template-kind.js'

/**
 * The template that shows a page: the first of the template hierarchy that exists and has content, or else the last that
 * exists. `undefined` if the theme has no index, or without a slug; `0` counts as none.
 */
export async function lookUpTemplate(
  site: SiteContext,
  store: StoreSession,
  kind: TemplateKind,
  lookup: TemplateLookup,
): Promise<Template | undefined> {
  if (lookup.slug === '' || lookup.slug === '0') return undefined
  // Files have their names, stored templates the slugs that were made of them.
  const slugs = [...new Set(templateHierarchy(site, lookup).flatMap(slug => [slug, slugify(slug)]))]
  const templates = await findBySlugs(site, store, kind, slugs)
  let last: Template | undefined
  for (const slug of slugs)
    for (const template of templates.get(slug) ?? []) {
      if (template.content !== '') return template
      last = template
    }
  return last
}
