import type { RestResponse } from '@platen/core'
import { createMemoryStore } from '@platen/memory'
import { dialects } from '@platen/site'
import t, { type Test } from 'tap'
import { makeSite, type TestSiteOptions } from '../site/make-site.js'
import { openNewFile } from '../site/sqlite-file.js'
import { NO_WORD, ROLES, type Role, WORDS } from './canaries.js'
import { testCanaries } from './canary-matrix.js'
import { type FamilyCanary, type FamilyGarden, plantFamilies, registerHidden } from './family-canaries.js'

t.setTimeout(280_000)

testCanaries(async () => ({ store: createMemoryStore() }), 1)

testCanaries(async t => {
  const store = await openNewFile(`${t.testdir()}/site.sqlite`)
  t.teardown(() => store.close())
  return { store }
}, 11)

const WRITERS: readonly Role[] = ['contributor', 'author', 'editor', 'administrator']
const LISTS = ['comments', 'blocks', 'navigation', 'menus', 'menu-items'] as const
const SITE = 'https://site.example'

type Send = (request: string, as: Role) => Promise<RestResponse>

/** Every list and every single record of the families, and what embeds or describes them. */
function* everything({ posts, revisions, ids }: FamilyGarden, prefix: string): Iterable<string> {
  for (const context of ['view', 'edit', 'embed']) {
    for (const list of LISTS) {
      for (const status of [
        '',
        '&status=any',
        '&status=draft',
        '&status=private',
        '&status=trash',
        '&status=all',
        '&status=spam',
      ])
        yield `GET /${list}?per_page=100&context=${context}${status}`
      for (const id of ids[list]) yield `GET /${list}/${id}?context=${context}`
    }
    for (const type of ['all', 'note', ''])
      for (const post of posts)
        yield `GET /comments?per_page=100&status=any&type=${type}&post=${post.id}&context=${context}`
    for (const { id } of posts)
      for (const list of ['revisions', 'autosaves']) yield `GET /posts/${id}/${list}?context=${context}`
    for (const { id, post, isAutosave } of revisions)
      for (const family of ['posts', 'blocks', 'navigation'])
        yield `GET /${family}/${post}/${isAutosave ? 'autosaves' : 'revisions'}/${id}?context=${context}`
  }
  for (const list of LISTS) {
    yield `GET /${list}?per_page=100&_embed`
    yield `GET /${list}?per_page=100&_fields=id,content,title,author_email,_links`
    yield `HEAD /${list}?per_page=100`
    for (const id of ids[list]) {
      yield `GET /${list}/${id}?_embed&_envelope`
      yield `OPTIONS /${list}/${id}`
    }
  }
  for (const { id, slug } of posts) {
    yield `GET /posts/${id}?_embed`
    yield `GET /comments?post=${id}&per_page=100&_embed`
    yield `GET /comments?post=${id}&per_page=100&password=guess`
    for (const url of [`${SITE}/?p=${id}`, `${SITE}/${slug}/`, `${SITE}/2020/01/01/${slug}/`]) {
      const at = `url=${encodeURIComponent(url)}`
      yield `GET //oembed/1.0/embed?${at}`
      yield `GET //oembed/1.0/embed?format=xml&${at}`
      yield `GET //oembed/1.0/proxy?${at}`
      yield `GET //${prefix}-block-editor/v1/url-details?${at}`
    }
  }
  for (const { id } of revisions) for (const list of ['posts', 'blocks', 'navigation']) yield `GET /${list}/${id}`
  yield 'GET /menu-locations?context=edit&_embed'
  yield `GET //${prefix}-block-editor/v1/navigation-fallback?_embed`
  yield 'GET /search?per_page=100&_embed'
}

const sent = ({ headers, text }: RestResponse) => `${text()}\n${JSON.stringify(headers)}`

async function sweep(t: Test, garden: FamilyGarden, prefix: string, send: Send): Promise<void> {
  const byWord = new Map(garden.canaries.map(canary => [canary.word, canary]))
  const seen = new Set<string>()
  for (const role of ROLES) {
    for (const request of everything(garden, prefix)) {
      for (const word of new Set(sent(await send(request, role)).match(WORDS))) {
        const { readers, text } = byWord.get(word) as FamilyCanary
        if (readers.includes(role)) seen.add(`${role} ${word}`)
        else t.fail(`${role} is shown ${text}`, { request })
      }
    }
  }
  for (const { word, text, readers, place } of garden.canaries)
    for (const role of readers)
      if (place !== 'post' && !seen.has(`${role} ${word}`)) t.fail(`${role} does not come across ${text}`)
  t.ok(seen.size > 900, `${seen.size} words were read by those who may`)
}

/** Requests that a word stands in; `W` is the word, `P` the beginning of it. */
function requestsFor({ place, field, post }: FamilyCanary, role: Role): readonly string[] {
  const isWriter = WRITERS.includes(role)
  switch (place) {
    case 'comment':
      return [
        'comments?search=W',
        `comments?search=P&post=${post}`,
        'comments?search=W&orderby=id&per_page=1&_fields=id',
        ...(isWriter ? ['comments?search=W&status=any&type=all', 'comments?search=W&context=edit&status=hold'] : []),
        ...(isWriter && field === 'email' ? ['comments?author_email=W@example.com&status=any&type=all'] : []),
        ...(field === 'url' ? ['comments?search=https://W.example'] : []),
      ]
    case 'revision':
      return [
        `posts/${post}/revisions?search=W`,
        `blocks/${post}/revisions?search=W`,
        'posts?search=W',
        'search?search=W',
      ]
    case 'block':
    case 'navigation': {
      const list = place === 'block' ? 'blocks' : place
      const requests = ['', ...(isWriter ? ['&status=any', '&status=draft,private', '&context=edit'] : [])]
      return [
        ...requests.map(query => `${list}?search=W${query}`),
        `${list}?search=P&orderby=relevance`,
        ...(field === 'slug' ? [`${list}?slug=W`] : []),
        'search?search=W&subtype=any',
        'posts?search=W',
      ]
    }
    case 'menu':
      return ['menus?search=W', 'menus?slug=W', 'search?type=term&search=W', 'categories?search=W', 'tags?slug=W']
    case 'item':
      return ['menu-items?search=W', 'menu-items?search=P&status=draft', 'search?search=W', 'posts?search=W']
    case 'post':
      return ['menu-items?search=W', 'comments?search=W']
  }
}

async function seekWords(t: Test, { canaries }: FamilyGarden, send: Send): Promise<void> {
  const expected = new Map<string, string>()
  let asked = 0
  for (const role of ROLES) {
    for (const canary of canaries) {
      if ([...canary.readers, ...canary.writers].includes(role)) continue
      for (const request of requestsFor(canary, role)) {
        const answerTo = async (word: string) => {
          const path = request.replaceAll(/\bW\b/g, word).replaceAll(/\bP\b/g, word.slice(0, 8))
          return sent(await send(`GET /${path}`, role))
            .replaceAll(word, 'W')
            .replaceAll(word.slice(0, 8), 'P')
        }
        const key = `${role} ${request}`
        const nothing = expected.get(key) ?? (await answerTo(NO_WORD))
        expected.set(key, nothing)
        asked++
        if ((await answerTo(canary.word)) !== nothing) t.fail(`${role} finds ${canary.text}`, { request })
      }
    }
  }
  t.ok(asked > 2000, `${asked} requests`)
}

const STORES: Readonly<Record<string, (t: Test) => Promise<TestSiteOptions>>> = {
  memory: async () => ({ store: createMemoryStore() }),
  async sqlite(t) {
    const store = await openNewFile(`${t.testdir()}/site.sqlite`)
    t.teardown(() => store.close())
    return { store }
  },
}
const cases = Object.values(dialects).flatMap(dialect => Object.keys(STORES).map(store => ({ dialect, store })))

for (const { dialect, store } of cases) {
  t.test(`${dialect.name} in ${store}`, async t => {
    const made = await makeSite({ ...(await STORES[store]?.(t)), dialect, register: registerHidden })
    const garden = await plantFamilies(made, dialect.prefix)
    const send: Send = (request, as) => made.send(request, { as })
    t.ok(garden.canaries.length > 400, `${garden.canaries.length} words`)
    t.test('nobody is shown what they may not read', t => sweep(t, garden, dialect.prefix, send))
    t.test('a word that may not be read is like one that is nowhere', t => seekWords(t, garden, send))
  })
}
