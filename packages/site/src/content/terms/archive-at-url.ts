import { isUrl } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { conditionOf } from '../../kernel/context/index.js'
import { type OptionSnapshot, snapshot } from '../../kernel/options/index.js'
import { type TermRecord, termsIn, usersIn, whereTerms, whereUsers } from '../../kernel/records/index.js'
import { authorsOf, publishedPosts, typesWithAuthors } from '../../people/users/index.js'
import { ancestorsOf, authorLink, isId, isSamePage, termLink, typeArchiveLink } from '../posts/index.js'
import { postTypes, taxonomies } from '../types/index.js'
import { canReadTerms } from './rules/term-rights.js'

/** How many terms may have the slug or the id in a URL. */
const MAX_CANDIDATES = 100
/** How many parameters of a URL may name the term or the author. */
const MAX_PARAMETERS = 8

/**
 * The title of the public archive with a URL: that of a post type, a term, or an author who has published; `undefined`
 * if there is none, for any caller. Takes a fixed number of queries plus one per level of terms.
 */
export async function archiveTitle(site: SiteContext, url: string): Promise<string | undefined> {
  if (!isUrl(url)) return undefined
  const parsed = new URL(url)
  return (await typeTitle(site, parsed)) ?? (await termTitle(site, parsed)) ?? (await authorTitle(site, parsed))
}

async function typeTitle(site: SiteContext, url: URL): Promise<string | undefined> {
  const forms = await structures(site)
  return site
    .get(postTypes)
    .filter(type => type.viewable && !type.restricted)
    .find(type => forms.some(options => isSamePage(typeArchiveLink(site, type, options) ?? '', url)))?.label
}

/** Permalinks of the structure in the options, and plain ones, which point to the same pages. */
async function structures(site: SiteContext): Promise<readonly OptionSnapshot[]> {
  return [await site.options(), snapshot(new Map())]
}

/** Candidates for the slug or id of a term or author: the end of the path, or a parameter. */
const namesIn = ({ pathname, searchParams }: URL): readonly string[] => {
  const last = pathname
    .toLowerCase()
    .split('/')
    .findLast(segment => segment !== '')
  const values = [...searchParams.values()].slice(0, MAX_PARAMETERS)
  return [...(last === undefined ? [] : [last]), ...values.map(value => encodeURIComponent(value).toLowerCase())]
}

const idsAmong = (names: readonly string[]) => names.filter(isId).map(Number)

async function termTitle(site: SiteContext, url: URL): Promise<string | undefined> {
  const { or, in: isIn } = whereTerms
  const names = namesIn(url)
  if (names.length === 0) return undefined
  const named = or(isIn('slug', names), isIn('id', idsAmong(names)))
  const { records } = await termsIn(site.store).find({ where: named, limit: MAX_CANDIDATES })
  const anonymous = site.principalOf(undefined)
  const isShown = ({ taxonomy: name }: TermRecord) => {
    const taxonomy = site.get(taxonomies).get(name)
    return taxonomy?.publiclyQueryable === true && canReadTerms(site, taxonomy, anonymous)
  }
  const terms = records.filter(isShown)
  const ancestors = await ancestorsOf(site.store, terms)
  const forms = await structures(site)
  const links = (term: TermRecord) => forms.map(options => termLink(site, term, ancestors.get(term.id) ?? [], options))
  return terms.find(term => links(term).some(link => isSamePage(link, url)))?.name
}

async function authorTitle(site: SiteContext, url: URL): Promise<string | undefined> {
  const { and, or, in: isIn } = whereUsers
  const names = namesIn(url)
  if (names.length === 0) return undefined
  const named = or(isIn('slug', names), isIn('id', idsAmong(names)))
  const { records } = await usersIn(site.store).find({
    where: and(named, conditionOf(authorsOf(publishedPosts(typesWithAuthors(site))))),
    limit: MAX_CANDIDATES,
  })
  const forms = await structures(site)
  return records.find(user => forms.some(options => isSamePage(authorLink(site, user, options), url)))?.displayName
}
