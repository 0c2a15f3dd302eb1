import { assignmentsIn, postsIn, termsIn } from '@platen/site'
import type { Store } from '@platen/storage'
import type { Random } from '../robustness/random.js'
import type { TestSite } from '../site/make-site.js'

/** A post as the model knows it. */
interface ModelPost {
  readonly type: 'post' | 'page'
  title: string
  status: 'publish' | 'draft' | 'private' | 'pending' | 'trash'
  before: 'publish' | 'draft' | 'private' | 'pending'
  tags: ReadonlySet<number>
  parent: number
  /** Whether it moved up from a deleted parent: it then keeps its slug, even beside an equal one. */
  movedUp: boolean
}

/**
 * The records that a site should contain, computed only from the responses to writes, without sharing code with the
 * site.
 */
export interface SiteModel {
  /** Sends one random write and updates the model; a refused write must have changed nothing. */
  write(): Promise<void>
  /** Everything in which the store differs from the model. */
  differences(): Promise<string[]>
}

const STATUSES = ['publish', 'draft', 'private', 'pending'] as const

export function modelOf({ send, store }: TestSite, random: Random): SiteModel {
  const posts = new Map<number, ModelPost>()
  const tags = new Map<number, string>()
  const settings = { title: 'A site', posts_per_page: 10 }
  let words = 0

  const ids = (type: ModelPost['type']) => [...posts].filter(([, post]) => post.type === type).map(([id]) => id)
  const pathOf = (type: ModelPost['type']) => (type === 'post' ? '/posts' : '/pages')
  const title = () => `Word ${random.int(0, 5)} ${random.chance(0.5) ? ++words : ''}`.trim()
  const someTags = () => new Set(random.several(0, 3, () => random.pick([...tags.keys(), 0])).filter(id => id > 0))

  /** A parent that makes no loop. */
  const parentFor = (id: number): number => {
    const parent = random.pick([0, ...ids('page')])
    for (let above = parent; above !== 0; above = posts.get(above)?.parent ?? 0) if (above === id) return 0
    return parent
  }

  const writes: Readonly<Record<string, () => Promise<void>>> = {
    async create() {
      const type = random.pick(['post', 'post', 'page'] as const)
      const status = random.pick(STATUSES)
      const given = { title: title(), status, tags: type === 'post' ? someTags() : new Set<number>() }
      const parent = type === 'page' ? parentFor(-1) : 0
      const body = {
        title: given.title,
        status,
        content: 'x',
        ...(type === 'post' ? { tags: [...given.tags] } : { parent }),
      }
      const made = await send(`POST ${pathOf(type)}`, { body })
      if (made.status !== 201) throw new Error(made.text())
      posts.set((made.body as { id: number }).id, { type, ...given, before: status, parent, movedUp: false })
    },
    async change() {
      const [id, post] = random.pick([...posts])
      if (post.status === 'trash') return
      const change: Record<string, unknown> = {}
      if (random.chance(0.6)) change['title'] = title()
      if (random.chance(0.4)) change['status'] = random.pick(STATUSES)
      if (post.type === 'post' && random.chance(0.4)) change['tags'] = [...someTags()]
      if (post.type === 'page' && random.chance(0.4)) change['parent'] = parentFor(id)
      const answer = await send(`PUT ${pathOf(post.type)}/${id}`, { body: change })
      if (answer.status !== 200) throw new Error(answer.text())
      if ('title' in change) post.title = String(change['title'])
      if ('status' in change) post.status = change['status'] as ModelPost['status']
      if ('tags' in change) post.tags = new Set(change['tags'] as number[])
      if ('parent' in change) post.parent = Number(change['parent'])
    },
    async refused() {
      const [id, post] = random.pick([...posts])
      const path = `${pathOf(post.type)}/${id}`
      for (const [request, body] of [
        [`PUT ${path}`, { title: 'no', status: 'nonsense' }],
        [`PUT ${path}`, { title: 'no', date: 'yesterday' }],
        [`PUT ${path}`, { title: 'no', meta: 7 }],
        ['PUT /settings', { title: 'no', posts_per_page: 'many' }],
      ] as const) {
        const answer = await send(request, { body })
        if (answer.status !== 400) throw new Error(`${request} ${JSON.stringify(body)}: ${answer.text()}`)
      }
      const stale = await send(`PUT ${path}`, { body: { title: 'no' }, headers: { 'if-match': '"stale"' } })
      if (stale.status !== 412) throw new Error(stale.text())
    },
    async batch() {
      const requests = [
        { method: 'POST', path: '/cms/v2/tags', body: { name: `Tag ${++words}` } },
        { method: 'POST', path: '/cms/v2/tags', body: { name: '' } },
      ]
      const answer = await send('POST //batch/v1', { body: { requests } })
      const { responses } = answer.body as { responses: { status: number; body: { id: number } }[] }
      if (responses[0]?.status !== 201 || responses[1]?.status !== 400) throw new Error(answer.text())
      tags.set(responses[0].body.id, `Tag ${words}`)
      const none = await send('POST //batch/v1', {
        body: { validation: 'require-all-validate', requests: [...requests, { path: '/cms/v2/tags', body: {} }] },
      })
      if ((none.body as { failed?: string }).failed !== 'validation') throw new Error(none.text())
    },
    async trash() {
      const [id, post] = random.pick([...posts])
      if (post.status === 'trash') return
      const answer = await send(`DELETE ${pathOf(post.type)}/${id}`)
      if (answer.status !== 200) throw new Error(answer.text())
      post.before = post.status
      post.status = 'trash'
    },
    async restore() {
      const [id, post] = random.pick([...posts])
      if (post.status !== 'trash') return
      const answer = await send(`PUT ${pathOf(post.type)}/${id}`, { body: { status: post.before } })
      if (answer.status !== 200) throw new Error(answer.text())
      post.status = post.before
    },
    async remove() {
      const [id, post] = random.pick([...posts])
      const answer = await send(`DELETE ${pathOf(post.type)}/${id}?force=true`)
      if (answer.status !== 200) throw new Error(answer.text())
      posts.delete(id)
      // What was below it moves up.
      for (const other of posts.values()) {
        if (other.parent === id) Object.assign(other, { parent: post.parent, movedUp: true })
      }
    },
    async forgetTag() {
      if (tags.size === 0) return
      const id = random.pick([...tags.keys()])
      const answer = await send(`DELETE /tags/${id}?force=true`)
      if (answer.status !== 200) throw new Error(answer.text())
      tags.delete(id)
      for (const post of posts.values()) post.tags = new Set([...post.tags].filter(tag => tag !== id))
    },
    async setting() {
      const value = random.int(1, 50)
      const answer = await send('PUT /settings', { body: { posts_per_page: value, title: `Site ${value}` } })
      if (answer.status !== 200) throw new Error(answer.text())
      Object.assign(settings, { posts_per_page: value, title: `Site ${value}` })
    },
  }
  const names = ['create', 'create', 'change', 'change', 'change', 'refused', 'batch', 'trash', 'restore', 'remove']
  const rare = ['forgetTag', 'setting']

  return {
    async write() {
      const name = posts.size < 5 ? 'create' : random.chance(0.1) ? random.pick(rare) : random.pick(names)
      try {
        await writes[name]?.()
      } catch (cause) {
        throw new Error(`the write "${name}" went wrong`, { cause })
      }
    },
    async differences() {
      return [...(await postDifferences()), ...(await tagDifferences()), ...(await settingDifferences())]
    },
  }

  async function postDifferences(): Promise<string[]> {
    const wrong: string[] = []
    const { records } = await postsIn(store).find({})
    const stored = new Map(
      records.filter(({ type }) => type === 'post' || type === 'page').map(post => [post.id, post]),
    )
    const slugs = new Set<string>()
    const relations = await tagsByPost(store)
    for (const id of stored.keys()) if (!posts.has(id)) wrong.push(`post ${id} is still stored`)
    for (const [id, post] of posts) {
      const found = stored.get(id)
      if (found === undefined) {
        wrong.push(`post ${id} is lost`)
        continue
      }
      for (const [what, is, should] of [
        ['title', found.title, post.title],
        ['status', found.status, post.status],
        ['type', found.type, post.type],
        ['parent', found.parent, post.parent],
        ['tags', inOrder(relations.get(id) ?? []), inOrder(post.tags)],
      ]) {
        if (is !== should) wrong.push(`the ${what} of post ${id} is ${is}, not ${should}`)
      }
      // A post that is not public yet may be restored from the trash with a slug that has been taken in the meantime.
      const settles = post.status === 'publish' || post.status === 'private'
      if (found.slug === '' || post.movedUp || !settles) continue
      const place = `${post.type} ${post.type === 'page' ? found.parent : ''} ${found.slug}`
      if (slugs.has(place)) wrong.push(`two posts have the slug ${place}`)
      slugs.add(place)
    }
    for (const { id, type, parent } of records) {
      if (type === 'revision' && !posts.has(parent)) wrong.push(`revision ${id} has no post`)
    }
    return wrong
  }

  async function tagDifferences(): Promise<string[]> {
    const wrong: string[] = []
    const { records } = await termsIn(store).find({})
    const stored = new Map(records.filter(({ taxonomy }) => taxonomy === 'post_tag').map(term => [term.id, term]))
    for (const id of stored.keys()) if (!tags.has(id)) wrong.push(`tag ${id} should not be there`)
    for (const [id, name] of tags) {
      const count = [...posts.values()].filter(({ status, tags }) => status === 'publish' && tags.has(id)).length
      const found = stored.get(id)
      if (found?.name !== name) wrong.push(`tag ${id} is ${found?.name}, not ${name}`)
      if (found?.count !== count) wrong.push(`the count of tag ${id} is ${found?.count}, not ${count}`)
    }
    return wrong
  }

  async function settingDifferences(): Promise<string[]> {
    const { body } = await send('GET /settings?_fields=title,posts_per_page')
    const wrong = JSON.stringify(body) !== JSON.stringify(settings)
    return wrong ? [`the settings are ${JSON.stringify(body)}, not ${JSON.stringify(settings)}`] : []
  }
}

const inOrder = (ids: Iterable<number>) => String([...ids].toSorted((a, b) => a - b))

async function tagsByPost(store: Store): Promise<ReadonlyMap<number, number[]>> {
  const taxonomies = new Map((await termsIn(store).find({})).records.map(({ id, taxonomy }) => [id, taxonomy]))
  const found = new Map<number, number[]>()
  for (const { object, term } of (await assignmentsIn(store).find({})).records) {
    if (taxonomies.get(term) === undefined) found.set(-1, [...(found.get(-1) ?? []), term])
    if (taxonomies.get(term) === 'post_tag') found.set(object, [...(found.get(object) ?? []), term])
  }
  return found
}
