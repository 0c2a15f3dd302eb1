import type { SiteContext } from '../../kernel/context/index.js'
import { findByNames } from './rest/find-templates.js'
import type { Template } from './template.js'
import type { TemplateName } from './template-id.js'
import { allTemplateKinds } from './template-kind.js'

/** The template parts that blocks show, by their ids (`garden//header`), in one query. Missing parts are omitted. */
export const findParts = (site: SiteContext, names: readonly TemplateName[]): Promise<ReadonlyMap<string, Template>> =>
  findByNames(site, site.store, allTemplateKinds(site).parts, names)
