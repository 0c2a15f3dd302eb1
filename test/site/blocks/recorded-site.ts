import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { postsIn, wpDialect } from '@platen/site'
import type { Test } from 'tap'
import { recordOf } from '../features/posts/counting-site.js'
import { makeSite, type TestSite, type TestSiteOptions } from '../make-site.js'

/** A text with blocks, and its HTML: that of the reference, but for icons and scripts. */
export interface RecordedHtml {
  readonly content: string
  readonly html: string
}

const DATES = [
  '2020-02-03T10:00:00',
  '2020-02-14T11:00:00',
  '2020-02-14T12:00:00',
  '2021-05-01T10:00:00',
  '2021-12-31T10:00:00',
]
const NOW = Date.parse('2026-11-22T12:00:00Z')

/** What a text renders as in a private post, which the lists of the site do not show. */
export async function renderedBlock(made: TestSite, content: string, as = 'administrator'): Promise<string> {
  const { id } = await postsIn(made.store).insert(recordOf('probe', { content, status: 'private' }))
  const { body } = await made.send(`GET /posts/${id}`, { as })
  await postsIn(made.store).remove(id)
  return (body as { content: { rendered: string } }).content.rendered.trim().replace(`posts%2F${id}`, 'posts%2FPROBE')
}

/** A site with categories below each other, tags, posts of three months, a draft, a private post, pages and menus. */
export async function recordedSite(
  options: TestSiteOptions = {},
): Promise<TestSite & { readonly ids: ReadonlyMap<string, number> }> {
  const made = await makeSite({
    dialect: wpDialect,
    title: 'Fixture Site',
    services: { clock: () => NOW },
    ...options,
  })
  await made.store.options.set('description', 'A site to compare with')
  await made.store.options.set('permalink_structure', '/%year%/%monthnum%/%day%/%postname%/')
  const ids = new Map<string, number>()
  const create = async (name: string, path: string, body: Readonly<Record<string, unknown>>) => {
    const answer = await made.send(`POST ${path}`, { body })
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    const { id } = answer.body as { id: number }
    ids.set(name, id)
    return id
  }
  const alpha = await create('alpha', '/categories', { name: 'Alpha & Co', description: 'About alpha' })
  const beta = await create('beta', '/categories', { name: 'Beta', parent: alpha })
  const gamma = await create('gamma', '/categories', { name: 'Gamma', parent: beta })
  const empty = await create('empty', '/categories', { name: 'Empty' })
  const one = await create('one', '/tags', { name: 'One' })
  const two = await create('two', '/tags', { name: 'Two "q"', slug: 'two' })
  const three = await create('three', '/tags', { name: 'Three' })
  const posts = [
    ['P1 <b>x</b>', [alpha], [one, two]],
    ['P2', [beta], [one]],
    ['P2b', [gamma], [one, three]],
    ['Zed', [alpha], [one]],
    ['Été "quoted"', [alpha, beta], [two]],
  ] as const
  for (const [index, [title, categories, tags]] of posts.entries())
    await create(`post ${index}`, '/posts', {
      title,
      categories,
      tags,
      date: DATES[index],
      status: 'publish',
      content: 'Hello',
    })
  await create('draft', '/posts', { title: 'Secret draft', categories: [empty], date: '2019-01-01T10:00:00' })
  await create('private', '/posts', {
    title: 'Secret post',
    categories: [alpha],
    tags: [three],
    date: '2018-01-01T10:00:00',
    status: 'private',
  })
  const page = await create('page', '/pages', { title: 'Page', status: 'publish' })
  await create('child', '/pages', { title: 'Child', status: 'publish', parent: page })
  await create('menu', '/navigation', {
    title: 'Menu',
    status: 'publish',
    date: '2021-01-01T00:00:00',
    content: '<!-- wp:navigation-link {"label":"Stored","url":"/stored"} /--><!-- wp:page-list /-->',
  })
  await create('draft menu', '/navigation', {
    title: 'Secret menu',
    content: '<!-- wp:navigation-link {"label":"Secret link","url":"/secret"} /-->',
  })
  await create('draft page', '/pages', { title: 'Secret page', status: 'draft' })
  return { ...made, ids }
}

const FOLDER = fileURLToPath(new URL('../../../../test/site/blocks/recorded/', import.meta.url))

/** The recorded texts of a file, `$name` standing for the id of a record. */
export function recordedHtml(name: string, ids: ReadonlyMap<string, number>): readonly RecordedHtml[] {
  const filled = readFileSync(`${FOLDER}${name}.json`, 'utf8').replace(/\$\{([^}]*)\}/g, (_, key: string) =>
    String(ids.get(key)),
  )
  return JSON.parse(filled) as readonly RecordedHtml[]
}

/** The digests in classes are our own. */
const stable = (html: string): string =>
  html.replace(/(-is-layout-|wp-container-content-|wp-custom-css-)[\da-f]{8}/g, '$1x')

/** Compares the HTML of blocks with the recorded one. */
export async function compareRecorded(t: Test, name: string): Promise<void> {
  const made = await recordedSite()
  for (const { content, html } of recordedHtml(name, made.ids))
    t.equal(stable(await renderedBlock(made, content)), stable(html), content)
}
