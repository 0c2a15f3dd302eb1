import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { canonicalJson } from '@platen/core'
import { createMemoryStore } from '@platen/memory'
import { createSite, installSite, themesIn, wpDialect } from '@platen/site'
import t from 'tap'
import { themePackage } from './theme-package.js'

/**
 * What the reference server answers for the theme, as hashes: of each template, part, pattern and style variation, with
 * the fields that are its content. Hashes, since the texts are the theme's.
 */
interface Recorded {
  readonly url: string
  readonly version: string
  readonly theme: string
  readonly patterns: Readonly<Record<string, string>>
  readonly templates: Readonly<Record<string, string>>
  readonly parts: Readonly<Record<string, string>>
  readonly variations: readonly string[]
}

type Answered = Readonly<Record<string, unknown>>

const recorded = JSON.parse(
  readFileSync(new URL('../../../../test/site/themes/theme-of-package.json', import.meta.url), 'utf8'),
) as Recorded

const hashOf = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 32)

/** The fields whose wording is not the site's own, but the theme's. */
const pick = (value: Answered, fields: readonly string[]) => hashOf(fields.map(field => value[field] ?? null))

const PATTERN = [
  ...['name', 'title', 'content', 'description', 'viewport_width', 'inserter', 'categories', 'keywords'],
  ...['block_types', 'post_types', 'template_types'],
]
const THEME = [
  ...['stylesheet', 'template', 'requires_php', 'requires_wp', 'textdomain', 'version', 'screenshot', 'author'],
  ...['author_uri', 'description', 'name', 'tags', 'theme_uri', 'is_block_theme', 'stylesheet_uri', 'template_uri'],
]

const given = themePackage()
const reason = 'reason' in given ? given.reason : undefined

t.test('the theme of a package is like on the reference', { skip: reason ?? false, timeout: 60_000 }, async t => {
  if (!('folder' in given)) return
  const store = createMemoryStore()
  const { url } = recorded
  const services = { passwords: { hash: async (password: string) => password, verify: async () => true } }
  const administrator = { login: 'admin', email: 'admin@site.example', password: 'long-Password-1' }
  await installSite(store, { url, administrator, services })
  const site = createSite({ store, url, services, dialect: wpDialect, themes: [themesIn(given.folder)] })
  await site.content.themes.activate('twentytwentyfive', { as: site.system })
  const get = async <T>(path: string, query = '') => {
    const answer = await site.dispatch({ method: 'GET', path: `/wp/v2${path}`, query, principal: site.system })
    t.equal(answer.status, 200, path)
    return JSON.parse(answer.text()) as T
  }
  const active = await site.content.themes.active({ as: site.system })
  t.same(active.warnings, [])
  const patterns = await get<readonly Answered[]>('/block-patterns/patterns')
  const templates = await get<readonly Answered[]>('/templates', 'context=edit&per_page=100')
  const parts = await get<readonly Answered[]>('/template-parts', 'context=edit&per_page=100')
  const variations = await get<readonly Answered[]>('/global-styles/themes/twentytwentyfive/variations')
  const theme = await get<Answered>('/themes/twentytwentyfive')
  t.ok(patterns.length > 90 && templates.length > 7 && parts.length > 6 && variations.length > 22)
  if (active.header.version !== recorded.version)
    return t.comment(`version ${active.header.version} is not the one that was recorded`)

  t.equal(pick(theme, THEME), recorded.theme, 'the theme')
  t.same(
    patterns.map(({ name }) => name),
    Object.keys(recorded.patterns),
    'patterns in order',
  )
  for (const each of patterns)
    t.equal(pick(each, PATTERN), recorded.patterns[String(each['name'])], String(each['name']))
  const bySlug = (list: readonly Answered[], fields: (each: Answered) => unknown) =>
    Object.fromEntries(list.map(each => [String(each['slug']), hashOf(fields(each))]).sort())
  t.same(
    bySlug(templates, ({ content, is_custom }) => [content, is_custom]),
    recorded.templates,
    'templates',
  )
  t.same(
    bySlug(parts, ({ content, title, area }) => [content, title, area]),
    recorded.parts,
    'parts',
  )
  t.same(
    variations.map(({ title, settings, styles }) => hashOf([title, settings ?? null, styles ?? null])),
    recorded.variations,
    'style variations in order',
  )
})
