import type { HandlerRequest } from '@platen/core'
import { NONE_RELATED, type RelationSummary } from '@platen/storage'
import type { SiteContext, SitePrincipal } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { postsIn, usersById } from '../../../kernel/records/index.js'
import { type TemplateTexts, textsOfNamedObject } from '../named-object.js'
import { isStored, originalSourceOf, revisedPost, type Template } from '../template.js'
import { templateType } from '../template-kind.js'

/** The data that fields and links of templates may need. */
export type TemplateNeed = 'authors' | 'revisions' | 'texts'

/** The loaded data of a page of templates. */
export interface TemplateView {
  readonly site: SiteContext
  readonly options: OptionSnapshot
  readonly principal: SitePrincipal
  /** The display name of a user; empty if it is gone. */
  authorName(id: number): string
  revisionsOf(template: Template): RelationSummary
  /** Its title and description, which default to those of the single object that it is for. */
  textsOf(template: Template): TemplateTexts
}

/** Loads the requested data of templates, with one query per need. */
export async function loadTemplateView(
  site: SiteContext,
  templates: readonly Template[],
  needs: ReadonlySet<TemplateNeed>,
  request: HandlerRequest,
): Promise<TemplateView> {
  const stored = templates.filter(isStored)
  const ids = templates.flatMap(template => revisedPost(template)?.id ?? [])
  const summaries =
    needs.has('revisions') && ids.length > 0
      ? (await postsIn(site.store).related(ids, ['revisions'])).revisions
      : undefined
  const authors = needs.has('authors') ? await authorNames(site, templates) : undefined
  const texts = needs.has('texts') ? await textsOfObjects(site, stored) : undefined
  return {
    site,
    options: await site.options(),
    principal: site.principal(request),
    authorName: id => authors?.get(id) ?? '',
    revisionsOf: template => summaries?.get(revisedPost(template)?.id ?? 0) ?? NONE_RELATED,
    textsOf: template => texts?.get(template) ?? template,
  }
}

async function authorNames(site: SiteContext, templates: readonly Template[]): Promise<ReadonlyMap<number, string>> {
  const authors = templates.filter(each => originalSourceOf(each) === 'user').map(({ post }) => post?.author ?? 0)
  const users = await usersById(site.store, authors)
  return new Map([...users].map(([id, { displayName }]) => [id, displayName]))
}

/** The texts of templates without any whose slugs are for one object. */
async function textsOfObjects(
  site: SiteContext,
  templates: readonly Template[],
): Promise<ReadonlyMap<Template, TemplateTexts>> {
  const untitled = templates.filter(
    ({ type, title, description }) => type === templateType(site.dialect) && title === '' && description === '',
  )
  const texts = new Map<Template, TemplateTexts>()
  for (const template of untitled) {
    const objectTexts = await textsOfNamedObject(site, template.slug)
    if (objectTexts) texts.set(template, objectTexts)
  }
  return texts
}
