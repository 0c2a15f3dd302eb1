import { postTypes, taxonomies } from '../../content/types/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { postsIn, termsIn, usersIn, wherePosts, whereTerms, whereUsers } from '../../kernel/records/index.js'
import { type NamedObject, namedPost, namedTerm } from './template-hierarchy.js'

/** The title and description of a template. */
export interface TemplateTexts {
  readonly title: string
  readonly description: string
}

interface Found {
  readonly name: string
  /** Whether other objects have the same name. */
  readonly isShared: boolean
}

/**
 * The default texts of a template whose slug is for one object, such as `page-about`: they contain the object's name.
 * `undefined` if its slug is not for a single object.
 */
export async function textsOfNamedObject(site: SiteContext, slug: string): Promise<TemplateTexts | undefined> {
  const author = /^author-(.+)$/.exec(slug)?.[1]
  if (author !== undefined) {
    const user = await findAuthor(site, author)
    return user ? named('Author', author, user) : { title: `Deleted author: ${author}`, description: '' }
  }
  const term = namedTerm(site, slug)
  if (term !== undefined)
    return textsOf(labelOf(site.get(taxonomies).get(term.name)), term.slug, await findTerm(site, term))
  const post = namedPost(site, slug)
  return post && textsOf(labelOf(site.get(postTypes).get(post.name)), post.slug, await findPost(site, post))
}

const labelOf = (registered: { readonly labels: Readonly<Record<string, string | null>> } | undefined): string =>
  registered?.labels['singular_name'] ?? ''

const textsOf = (label: string, slug: string, object: Found | undefined): TemplateTexts =>
  object ? named(label, slug, object) : { title: `Not found: ${label} (${slug})`, description: '' }

const named = (label: string, slug: string, { name, isShared }: Found): TemplateTexts => ({
  title: `${label}: ${name}${isShared ? ` (${slug})` : ''}`,
  description: `Template for ${name}`,
})

/** A user with a slug who writes posts. */
async function findAuthor(site: SiteContext, slug: string): Promise<Found | undefined> {
  const user = await usersIn(site.store).first({ where: whereUsers.eq('slug', slug) })
  if (user === undefined || !site.principalOf(user).can('edit_posts')) return undefined
  const twins = whereUsers.and(whereUsers.equalsText('displayName', user.displayName), whereUsers.ne('id', user.id))
  return { name: user.displayName, isShared: (await usersIn(site.store).first({ where: twins })) !== undefined }
}

async function findTerm({ store }: SiteContext, { name: taxonomy, slug }: NamedObject): Promise<Found | undefined> {
  const term = await termsIn(store).first({
    where: whereTerms.and(whereTerms.eq('taxonomy', taxonomy), whereTerms.eq('slug', slug)),
  })
  if (term === undefined) return undefined
  const twins = whereTerms.and(
    whereTerms.eq('taxonomy', taxonomy),
    whereTerms.equalsText('name', term.name),
    whereTerms.ne('id', term.id),
  )
  return { name: term.name, isShared: (await termsIn(store).first({ where: twins })) !== undefined }
}

/** The newest published post with a slug: slugs of pages may be taken more than once, below other parents. */
async function findPost({ store }: SiteContext, { name: type, slug }: NamedObject): Promise<Found | undefined> {
  const post = await postsIn(store).first({
    where: wherePosts.and(wherePosts.eq('type', type), wherePosts.eq('slug', slug), wherePosts.eq('status', 'publish')),
    order: [{ by: 'field', field: 'date', direction: 'desc' }],
  })
  return post && { name: post.title, isShared: false }
}
