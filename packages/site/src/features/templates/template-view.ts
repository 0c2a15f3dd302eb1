import type { HandlerRequest } from '@platen/core'
import type { SitePrincipal } from '../../access/site-principal.js'
import type { OptionSnapshot } from '../../settings/options.js'
import type { SiteContext } from '../../site-context.js'
import type { RelationSummary } from '../../storage/index.js'
import { usersById } from '../users/users-by-id.js'
import { isStored, originalSourceOf, type Template } from './template.js'

/** What fields and links of templates may need. */
export type TemplateNeed = 'authors' | 'revisions'

/** What is loaded for a page of templates. */
export interface TemplateView {
  readonly site: SiteContext
  readonly options: OptionSnapshot
  readonly principal: SitePrincipal
  /** The display name of a user; empty if it is gone. */
  authorName(id: number): string
  revisionsOf(template: Template): RelationSummary
}

const NO_REVISIONS: RelationSummary = Object.freeze({ count: 0, latest: 0 })

/** Loads the requested data of templates, with one query per need. */
export async function loadTemplateView(
  site: SiteContext,
  templates: readonly Template[],
  needs: ReadonlySet<TemplateNeed>,
  request: HandlerRequest,
): Promise<TemplateView> {
  const stored = templates.filter(isStored)
  const ids = stored.map(({ post }) => post.id)
  const summaries =
    needs.has('revisions') && ids.length > 0
      ? (await site.store.posts.related(ids, ['revisions'])).revisions
      : undefined
  const authors = needs.has('authors') ? await authorNames(site, templates) : undefined
  return {
    site,
    options: await site.options(),
    principal: site.principal(request),
    authorName: id => authors?.get(id) ?? '',
    revisionsOf: ({ post }) => (post && summaries?.get(post.id)) ?? NO_REVISIONS,
  }
}

async function authorNames(site: SiteContext, templates: readonly Template[]): Promise<ReadonlyMap<number, string>> {
  const authors = templates.filter(each => originalSourceOf(each) === 'user').map(({ post }) => post?.author ?? 0)
  const users = await usersById(site.store, authors)
  return new Map([...users].map(([id, { displayName }]) => [id, displayName]))
}
