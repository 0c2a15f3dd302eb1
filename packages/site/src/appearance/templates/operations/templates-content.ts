import type { As, AsOf, ContentCalls } from '../../../kernel/operations/index.js'
import { lookUpTemplate } from '../lookup-template.js'
import { findTemplate, findTemplates, type TemplateQuery } from '../rest/find-templates.js'
import type { StoredTemplate, Template } from '../template.js'
import { mayReadTemplates } from '../template-access.js'
import type { TemplateLookup } from '../template-hierarchy.js'
import { readTemplateId } from '../template-id.js'
import { allTemplateKinds, type TemplateKind } from '../template-kind.js'
import type { NewTemplate, TemplateInput } from './template-input.js'
import { createTemplate, deleteTemplate, revertTemplate, trashTemplate, updateTemplate } from './template-operations.js'

/**
 * Template parts in process, with the errors and events of requests. An id is the theme and the slug: `garden//header`.
 * Actors who may write posts may read them; changes require the capability `edit_theme_options`.
 */
export interface TemplatePartsContent {
  /** Lists the parts of the active theme, stored ones first; empty for actors who may not read them. */
  list(query: TemplateQuery, by: As): Promise<readonly Template[]>
  /**
   * Returns a part of the active theme, or a stored part of another theme; `undefined` if it does not exist or the
   * actor may not read it.
   */
  get(id: string, by: As): Promise<Template | undefined>
  create(input: NewTemplate, by: As): Promise<StoredTemplate>
  /** Changes a part. One from a file or from code is stored with the changes, unless they leave it without content. */
  update(id: string, changes: TemplateInput, by: AsOf): Promise<Template>
  /** Deletes the stored version of a part with a file, and resolves with the part of the file. */
  revert(id: string, by: AsOf): Promise<Template>
  /** Moves a stored part to the trash. */
  trash(id: string, by: AsOf): Promise<StoredTemplate>
  /** Permanently deletes a stored part, and resolves with it. */
  delete(id: string, by: AsOf): Promise<StoredTemplate>
}

/** Templates in process; see `TemplatePartsContent`. */
export interface TemplatesContent extends TemplatePartsContent {
  /** The template that shows a page: the most specific one in the template hierarchy that has content. */
  lookup(lookup: TemplateLookup, by: As): Promise<Template | undefined>
}

export function templatesContent(calls: ContentCalls): {
  readonly templates: TemplatesContent
  readonly templateParts: TemplatePartsContent
} {
  const { site, actor } = calls
  const templates = contentOf(calls, () => allTemplateKinds(site).templates)
  return {
    templates: Object.freeze<TemplatesContent>({
      ...templates,
      async lookup(lookup, by) {
        if (mayReadTemplates(site, { principal: await actor(by) }) !== true) return undefined
        return lookUpTemplate(site, site.store, allTemplateKinds(site).templates, lookup)
      },
    }),
    templateParts: contentOf(calls, () => allTemplateKinds(site).parts),
  }
}

function contentOf({ site, run, actor }: ContentCalls, kind: () => TemplateKind): TemplatePartsContent {
  const mayRead = async (by: As) => mayReadTemplates(site, { principal: await actor(by) }) === true
  return Object.freeze<TemplatePartsContent>({
    list: async (query, by) => ((await mayRead(by)) ? findTemplates(site, site.store, kind(), query) : []),
    async get(id, by) {
      const name = readTemplateId(id)
      return (await mayRead(by)) && name !== undefined ? findTemplate(site, site.store, kind(), name) : undefined
    },
    create: (input, by) => run(createTemplate, { ...input, kind: kind() }, by),
    update: (id, changes, by) => run(updateTemplate, { ...changes, id, version: by.version, kind: kind() }, by),
    revert: (id, by) => run(revertTemplate, { id, version: by.version, kind: kind() }, by),
    trash: (id, by) => run(trashTemplate, { id, version: by.version, kind: kind() }, by),
    delete: (id, by) => run(deleteTemplate, { id, version: by.version, kind: kind() }, by),
  })
}
