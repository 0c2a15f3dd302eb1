import type { RestResponse } from '@platen/core'
import { type Dialect, dialects } from '@platen/site'
import t, { type Test } from 'tap'
import { makeSite, type TestSite, type TestSiteOptions } from '../site/make-site.js'
import {
  type Canary,
  COMMON,
  type Garden,
  LISTS,
  NO_WORD,
  type Planted,
  plant,
  ROLES,
  type Role,
  registerKinds,
  STATUSES,
  WORDS,
} from './canaries.js'

/** Data that a dialect shows or counts although the caller may not read it; `dialects.md` lists both. */
interface Exceptions {
  readonly 'totals count what is hidden where nothing but status and parent is asked for': boolean
  readonly 'addresses of pages name hidden parents': boolean
}
const EXCEPTIONS: Readonly<Record<string, Exceptions>> = {
  cms: {
    'totals count what is hidden where nothing but status and parent is asked for': false,
    'addresses of pages name hidden parents': false,
  },
  wp: {
    'totals count what is hidden where nothing but status and parent is asked for': true,
    'addresses of pages name hidden parents': true,
  },
}

/** A planted site of one dialect, and who comes to it. */
interface Scene extends Garden {
  readonly dialect: Dialect
  readonly made: TestSite
  readonly exceptions: Exceptions
  send(request: string, as: Role): Promise<RestResponse>
}

const WRITERS: readonly Role[] = ['contributor', 'author', 'editor', 'administrator']
const EDITORS: readonly Role[] = ['editor', 'administrator']
const ALL_STATUSES = STATUSES.join()

/** Who may ask a list for statuses that are not public, and for the view of editors. */
const mayAsk = (list: string, role: Role) =>
  (list === '/memos' ? [] : list === '/pages' ? EDITORS : WRITERS).includes(role)

// Tens of thousands of requests, on whatever machine.
t.setTimeout(280_000)

/**
 * Plays the matrix on stores of one kind, in both dialects. One of `oneOf` words is
 * sought: 1 for all of them, a number that has no divisor in common with how many words a record has for some of each kind.
 */
export function testCanaries(openStore: (t: Test) => Promise<TestSiteOptions>, oneOf: number): void {
  for (const dialect of Object.values(dialects)) {
    t.test(dialect.name, async t => {
      const made = await makeSite({ ...(await openStore(t)), dialect, register: registerKinds })
      const garden = await plant(made)
      const send = (request: string, as: Role) => made.send(request, { as })
      const scene: Scene = { ...garden, dialect, made, send, exceptions: EXCEPTIONS[dialect.name] as Exceptions }
      t.ok(garden.canaries.length >= 500, `${garden.canaries.length} words`)
      t.test('nobody is shown what they may not read', t => sweep(t, scene))
      t.test('a word that may not be read is like one that is nowhere', t => seekWords(t, scene, oneOf))
      t.test('lists hold and count what may be read', t => checkLists(t, scene))
      t.test('filters that fit a single post', t => checkFilters(t, scene))
      t.test('conditional requests', t => checkConditions(t, scene))
    })
  }
}

const sent = ({ headers, text }: RestResponse) => `${text()}\n${JSON.stringify(headers)}`
const idsOf = ({ body }: RestResponse) =>
  Array.isArray(body) ? body.map((item: { readonly id: number }) => item.id).sort((a, b) => a - b) : undefined

/** Every list and every single route, in every view. */
function* everything({ posts, made }: Scene): Iterable<string> {
  for (const list of LISTS) {
    const all = list === '/media' ? '' : `&status=${ALL_STATUSES}`
    for (const page of [1, 2])
      for (const view of ['view', 'edit', 'embed'])
        for (const status of new Set(['', all])) yield `GET ${list}?per_page=100&page=${page}&context=${view}${status}`
    yield `GET ${list}?per_page=100&_embed${all}`
    yield `HEAD ${list}?per_page=100`
    yield `OPTIONS ${list}`
  }
  for (const { list, record } of posts) {
    const base = `${list || '/posts'}/${record.id}`
    for (const query of ['', '?context=edit', '?context=embed', '?password=guess', '?_embed&_envelope'])
      yield `GET ${base}${query}`
    yield `OPTIONS ${base}`
  }
  for (const path of ['/search?per_page=100', `/search?per_page=100&search=${COMMON}&_embed`, '/users?per_page=100'])
    yield `GET ${path}`
  for (const query of ['context=edit', 'who=authors', 'context=embed', 'has_published_posts=true', 'order=desc'])
    yield `GET /users?per_page=100&${query}`
  for (const path of ['/categories', '/tags', '/types', '/taxonomies', '/statuses', '/settings', '/users/me'])
    for (const view of ['view', 'edit']) yield `GET ${path}?context=${view}`
  for (const path of ['//', '//batch/v1', '/']) yield `GET ${path}`
  const ids = [...made.users.values()].map(({ id }) => id)
  for (let id = 1; id <= Math.max(...ids) + 3; id++) {
    for (const view of ['view', 'edit']) yield `GET /users/${id}?context=${view}`
    yield `GET /users/${id}/application-passwords?context=edit`
  }
}

async function sweep(t: Test, scene: Scene): Promise<void> {
  const byWord = new Map(scene.canaries.map(canary => [canary.word, canary]))
  const seen = new Set<string>()
  for (const role of ROLES) {
    for (const request of everything(scene)) {
      for (const word of new Set(sent(await scene.send(request, role)).match(WORDS))) {
        const canary = byWord.get(word) as Canary
        if (canary.readers.includes(role)) seen.add(word)
        else if (!isExcepted(scene, canary)) t.fail(`${role} is shown ${canary.place}`, { request })
      }
    }
  }
  for (const { word, place, shown } of scene.canaries)
    if (shown && !seen.has(word)) t.fail(`no reader came across ${place}`)
  t.ok(seen.size > 300, `${seen.size} words were read by those who may`)
}

const isExcepted = ({ exceptions }: Scene, { kind, field, list }: Canary) =>
  exceptions['addresses of pages name hidden parents'] &&
  kind === 'post' &&
  field === 'slug' &&
  (list === '/pages' || list === '/chapters')

/** Requests that hold a word, for somebody who may not read where it stands. `W` is the word, `P` the beginning of it. */
function requestsFor({ kind, field, list }: Canary, role: Role): readonly string[] {
  const statuses = list !== '/media' && list !== '' && mayAsk(list, role) ? `&status=${ALL_STATUSES}` : ''
  const edit = list !== '' && mayAsk(list, role) ? '&context=edit' : ''
  const requests = ['/search?search=W']
  if (list === '' || field === 'title') requests.push('/tags?search=W', '/media?search=P', '/users?search=W')
  if (kind === 'user')
    requests.push(
      '/users?search=P',
      '/users?slug=W',
      ...['email', 'name', 'id', 'username', 'slug'].map(column => `/users?search=P&search_columns=${column}`),
      ...(WRITERS.includes(role) ? ['/users?who=authors&search=P&search_columns=username,email,name,slug'] : []),
    )
  if (list === '' || kind === 'user') return requests
  requests.push(
    `${list}?search=P${statuses}`,
    `${list}?search=${COMMON}%20-W${statuses}&per_page=100&_fields=id`,
    `${list}?search=W&search_semantics=exact${statuses}`,
    `${list}?search=${COMMON}%20W&orderby=relevance${statuses}`,
  )
  if (edit !== '') requests.push(`${list}?search=W${statuses}${edit}`)
  if (field === 'slug') requests.push(`${list}?slug=W${statuses}`, `${list}?slug=W,plain&orderby=include_slugs`)
  if (field === 'password') requests.push(`${list}?password=P${statuses}&per_page=100&_fields=id,content`)
  if (['title', 'content', 'excerpt'].includes(field))
    requests.push(`${list}?search=P&search_columns=post_${field}${statuses}`)
  return requests
}

const filled = (request: string, word: string) =>
  request.replaceAll(/(?<=\b|%20)W\b/g, word).replaceAll(/\bP\b/g, word.slice(0, 8))

async function seekWords(t: Test, scene: Scene, oneOf: number): Promise<void> {
  const expected = new Map<string, string>()
  let asked = 0
  for (const role of ROLES) {
    for (const [at, canary] of scene.canaries.entries()) {
      if (at % oneOf > 0 || canary.readers.includes(role)) continue
      for (const request of requestsFor(canary, role)) {
        const answerTo = async (word: string) => {
          const answer = sent(await scene.send(`GET ${filled(request, word)}`, role))
          return answer.replaceAll(word, 'W').replaceAll(word.slice(0, 8), 'P')
        }
        const key = `${role} ${request}`
        const nothing = expected.get(key) ?? (await answerTo(NO_WORD))
        expected.set(key, nothing)
        asked++
        if ((await answerTo(canary.word)) !== nothing) t.fail(`${role} finds ${canary.place}`, { request })
      }
    }
  }
  t.ok(asked > 10_000 / oneOf, `${asked} requests`)
}

const isIn =
  (statuses: readonly string[]) =>
  ({ record }: Planted) =>
    record.type === 'attachment' || statuses.includes(record.status)

async function checkLists(t: Test, scene: Scene): Promise<void> {
  const total = `${scene.dialect.headerPrefix}Total`
  for (const role of ROLES) {
    for (const list of LISTS) {
      const planted = scene.posts.filter(each => each.list === list)
      for (const statuses of [['publish'], ...(list === '/media' ? [] : [...STATUSES.map(each => [each]), STATUSES])]) {
        for (const [view, query] of [
          ...['date', 'id', 'title', 'slug', 'author', 'modified', 'parent'].map(
            by => ['view', `orderby=${by}`] as const,
          ),
          ['view', 'per_page=3&orderby=title&order=asc'],
          ['edit', 'context=edit'],
        ] as const) {
          const status = list === '/media' ? '' : `&status=${statuses}`
          const request = `${list}?_fields=id&per_page=100&${query}${status}`
          const answer = await scene.send(`GET ${request}`, role)
          const isOpen = (view === 'view' && `${statuses}` === 'publish') || mayAsk(list, role)
          if (!isOpen) {
            if (answer.status < 400) t.fail(`${role} may ask ${request}`)
            continue
          }
          const all = planted.filter(isIn(statuses))
          const permitted = all.filter(each => (view === 'edit' ? each.editors : each.readers).includes(role))
          const size = query.includes('per_page') ? 3 : 100
          const ids = permitted.map(({ record }) => record.id)
          const got = idsOf(answer)
          if (size === 100) {
            if (`${got}` !== `${ids.toSorted((a, b) => a - b)}`) t.fail(`${role} lists ${request}`, { got, ids })
          } else if (got?.length !== Math.min(size, ids.length) || !got.every(id => ids.includes(id)))
            t.fail(`${role}: a page of ${request}`, { got, ids })
          const counted = scene.exceptions[
            'totals count what is hidden where nothing but status and parent is asked for'
          ]
            ? all.length
            : ids.length
          if (answer.headers[total] !== String(counted))
            t.fail(`${role} counts ${request}`, { got: answer.headers[total], counted })
        }
      }
    }
  }
  t.pass('lists')
}

/** Each post has its own date, id and position: no filter by them may find unreadable posts. */
async function checkFilters(t: Test, scene: Scene): Promise<void> {
  const total = `${scene.dialect.headerPrefix}Total`
  for (const role of ROLES) {
    for (const { record, list, readers, parent } of scene.posts) {
      if (list === '') continue
      const { id, date, menuOrder, slug, author } = record
      const statuses = list !== '/media' && mayAsk(list, role) ? `&status=${ALL_STATUSES}` : ''
      const around = (minutes: number) => new Date(Date.parse(`${date}Z`) + minutes * 30_000).toISOString().slice(0, 19)
      const isListed = statuses !== '' || list === '/media' || record.status === 'publish'
      const filters = [
        `include=${id}`,
        `after=${around(-1)}&before=${around(1)}`,
        `modified_after=${around(-1)}&modified_before=${around(1)}`,
        `slug=${slug}&author=${author}`,
        ...(list === '/pages' || list === '/chapters' ? [`include=${id}&menu_order=${menuOrder}`] : []),
        ...(list === '/media' ? [`include=${id}&parent=${record.parent}`, `include=${id}&media_type=image`] : []),
        ...(list === '/posts'
          ? [`include=${id}&sticky=false`, `include=${id}&tags_exclude=1`, `include=${id}&format=standard`]
          : []),
      ]
      for (const filter of filters) {
        const answer = await scene.send(`GET ${list}?_fields=id&${filter}${statuses}`, role)
        const found = isListed && readers.includes(role)
        if (`${idsOf(answer)}` !== (found ? `${id}` : '') || answer.headers[total] !== (found ? '1' : '0'))
          t.fail(`${role}: ${list}?${filter}${statuses}`, { body: answer.body, total: answer.headers[total] })
      }
      if (parent === undefined || list !== '/media') continue
      const answer = await scene.send(`GET ${list}?_fields=id&parent=${parent.id}`, role)
      const found = readers.includes(role)
      const counted =
        found || scene.exceptions['totals count what is hidden where nothing but status and parent is asked for']
      if (`${idsOf(answer)}` !== (found ? `${id}` : '') || answer.headers[total] !== (counted ? '1' : '0'))
        t.fail(`${role}: files of ${parent.id}`, { body: answer.body, total: answer.headers[total] })
    }
  }
  t.pass('filters')
}

const CONDITIONS: readonly Readonly<Record<string, string>>[] = [
  { 'if-none-match': '*' },
  { 'if-modified-since': 'Sat, 01 Jan 2200 00:00:00 GMT' },
  { 'if-match': '"v1-x"' },
  { 'if-match': '*' },
  { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
]

/** Callers who may not read or edit it must not learn whether it has changed. */
async function checkConditions(t: Test, { posts, made }: Scene): Promise<void> {
  for (const role of ROLES) {
    for (const { record, list, readers } of posts) {
      if (readers.includes(role) || list === '') continue
      for (const method of ['GET', 'PUT', 'DELETE']) {
        // An editor may change a file that is attached to a post that the editor may not read.
        if (method !== 'GET' && list === '/media' && EDITORS.includes(role)) continue
        const send = (headers: Readonly<Record<string, string>>) =>
          made.send(`${method} ${list}/${record.id}`, { as: role, headers, ...(method === 'PUT' ? { body: {} } : {}) })
        const plain = sent(await send({}))
        for (const condition of CONDITIONS)
          if (sent(await send(condition)) !== plain) t.fail(`${role}: ${method} ${list}/${record.id}`, { condition })
      }
    }
  }
  t.pass('conditions')
}
