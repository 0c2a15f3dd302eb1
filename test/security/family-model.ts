import { assignmentsIn, commentsIn, metaIn, postsIn } from '@platen/site'
import type { Random } from '../robustness/random.js'
import type { TestSite } from '../site/make-site.js'

interface ModelComment {
  post: number
  parent: number
  status: string
  /** The status before the last move to spam or to the trash. */
  former: string | undefined
}

interface ModelItem {
  readonly menu: number
  parent: number
}

/**
 * The comments and menus that a site should contain, computed only from the writes, without sharing code with the site.
 */
export interface FamilyModel {
  /** Sends one random write and follows it. */
  write(): Promise<void>
  /** Everything in which the store differs from the model. */
  differences(): Promise<string[]>
}

const PUT_AWAY = ['spam', 'trash']
const STATUSES = ['approved', 'hold', ...PUT_AWAY]

export async function familyModelOf({ send, store }: TestSite, random: Random): Promise<FamilyModel> {
  const posts: number[] = []
  const comments = new Map<number, ModelComment>()
  const menus = new Set<number>()
  const items = new Map<number, ModelItem>()
  const patterns = new Map<number, { content: string; autosaved: boolean }>()
  let words = 0

  async function sent(request: string, body: object | undefined, status: number): Promise<{ readonly id: number }> {
    const answer = await send(request, body && { body })
    if (answer.status !== status) throw new Error(`${request} ${JSON.stringify(body)}: ${answer.text()}`)
    return answer.body as { id: number }
  }
  for (let i = 0; i < 3; i++) posts.push((await sent('POST /posts', { title: `Host ${i}`, status: 'publish' }, 201)).id)

  function setStatus(comment: ModelComment, status: string): void {
    if (status !== comment.status && PUT_AWAY.includes(status)) comment.former = comment.status
    comment.status = status
  }

  const writes: Readonly<Record<string, () => Promise<void>>> = {
    async say() {
      const post = random.pick(posts)
      const parent = random.pick([0, ...comments.keys()])
      const status = random.pick(STATUSES)
      const { id } = await sent('POST /comments', { post, parent, status, content: `Words ${++words}` }, 201)
      const former = PUT_AWAY.includes(status) ? 'approved' : undefined
      comments.set(id, { post, parent, status, former })
    },
    async moderate() {
      const [id, comment] = random.pick([...comments])
      const status = random.pick([...STATUSES, 'unspam', 'untrash'])
      await sent(`PUT /comments/${id}`, { status }, 200)
      if (STATUSES.includes(status)) return setStatus(comment, status)
      comment.status = comment.former ?? 'hold'
      comment.former = undefined
    },
    async move() {
      const [id, comment] = random.pick([...comments])
      comment.post = random.pick(posts)
      await sent(`PUT /comments/${id}`, { post: comment.post }, 200)
    },
    async trash() {
      const [id, comment] = random.pick([...comments])
      await sent(`DELETE /comments/${id}`, undefined, comment.status === 'trash' ? 410 : 200)
      setStatus(comment, 'trash')
    },
    async forget() {
      const [id, { parent }] = random.pick([...comments])
      await sent(`DELETE /comments/${id}?force=true`, undefined, 200)
      comments.delete(id)
      for (const other of comments.values()) if (other.parent === id) other.parent = parent
    },
    async refused() {
      const [id] = random.pick([...comments])
      for (const body of [{ content: '' }, { author_email: 'no' }, { post: 99_999 }, { content: 'x', date: 'no' }]) {
        const { status } = await send(`PUT /comments/${id}`, { body })
        if (status !== 400 && status !== 403) throw new Error(`${JSON.stringify(body)}: ${status}`)
      }
    },
    async menu() {
      if (menus.size < 3) menus.add((await sent('POST /menus', { name: `Menu ${++words}` }, 201)).id)
      else {
        const id = random.pick([...menus])
        await sent(`DELETE /menus/${id}?force=true`, undefined, 200)
        menus.delete(id)
        for (const [item, { menu }] of items) if (menu === id) items.delete(item)
      }
    },
    async item() {
      if (menus.size === 0) return
      const menu = random.pick([...menus])
      const parent = random.pick([0, ...[...items].filter(([, item]) => item.menu === menu).map(([id]) => id)])
      const body = { title: `Item ${++words}`, url: 'https://example.com/', menus: menu, parent }
      items.set((await sent('POST /menu-items', body, 201)).id, { menu, parent })
    },
    async nest() {
      if (items.size === 0) return
      const [id, item] = random.pick([...items])
      const parent = random.pick([0, ...[...items].filter(([, { menu }]) => menu === item.menu).map(([at]) => at)])
      await sent(`PUT /menu-items/${id}`, { parent }, 200)
      item.parent = parent === id ? 0 : parent
    },
    async dropItem() {
      if (items.size === 0) return
      const [id] = random.pick([...items])
      await sent(`DELETE /menu-items/${id}?force=true`, undefined, 200)
      items.delete(id)
    },
    async pattern() {
      const content = `Pattern ${++words}`
      if (patterns.size < 4) {
        const { id } = await sent('POST /blocks', { title: content, content, status: 'publish' }, 201)
        patterns.set(id, { content, autosaved: false })
        return
      }
      const [id, pattern] = random.pick([...patterns])
      if (random.chance(0.2)) {
        await sent(`DELETE /blocks/${id}?force=true`, undefined, 200)
        patterns.delete(id)
      } else if (random.chance(0.5)) {
        await sent(`POST /blocks/${id}/autosaves`, { content }, 200)
        pattern.autosaved = true
      } else {
        await sent(`PUT /blocks/${id}`, { content }, 200)
        pattern.content = content
      }
    },
  }
  const names = [
    'say',
    'say',
    'moderate',
    'move',
    'trash',
    'forget',
    'refused',
    'menu',
    'item',
    'item',
    'nest',
    'dropItem',
  ]

  async function commentDifferences(): Promise<string[]> {
    const { records } = await commentsIn(store).find({})
    const stored = new Map(records.map(comment => [comment.id, comment]))
    const wrong = [...stored.keys()].filter(id => !comments.has(id)).map(id => `comment ${id} is still stored`)
    for (const [id, { post, parent, status }] of comments) {
      const found = stored.get(id)
      const is = `${found?.post} ${found?.parent} ${found?.status}`
      if (is !== `${post} ${parent} ${status}`) wrong.push(`comment ${id} is ${is}, not ${post} ${parent} ${status}`)
    }
    for (const id of posts) {
      const count = [...comments.values()].filter(({ post, status }) => post === id && status === 'approved').length
      const found = (await postsIn(store).get(id))?.commentCount
      if (found !== count) wrong.push(`post ${id} counts ${found} comments, not ${count}`)
    }
    const { records: meta } = await metaIn(store).find({})
    for (const { kind, object, key } of meta)
      if (kind === 'comment' && !comments.has(object)) wrong.push(`${key} of comment ${object} is left`)
    return wrong
  }

  async function postDifferences(): Promise<string[]> {
    const { records } = await postsIn(store).find({})
    const stored = new Map(records.map(post => [post.id, post]))
    const wrong: string[] = []
    for (const { id, type, parent, slug } of records) {
      if (type === 'nav_menu_item' && !items.has(id)) wrong.push(`item ${id} is still stored`)
      if (type === 'cms_block' && !patterns.has(id)) wrong.push(`pattern ${id} is still stored`)
      if (type === 'revision' && !stored.has(parent)) wrong.push(`revision ${id} has no post`)
      if (type === 'revision' && slug.includes('autosave') && !patterns.get(parent)?.autosaved)
        wrong.push(`pattern ${parent} was never autosaved`)
    }
    for (const [id, { content }] of patterns)
      if (stored.get(id)?.content !== content) wrong.push(`pattern ${id} is ${stored.get(id)?.content}, not ${content}`)
    for (const [id, { parent, menu }] of items) {
      const { body } = await send(`GET /menu-items/${id}`)
      const found = body as { parent?: number; menus?: number }
      if (found.parent !== parent || found.menus !== menu)
        wrong.push(`item ${id} is in ${found.menus} below ${found.parent}, not in ${menu} below ${parent}`)
    }
    const ids = new Set(records.map(({ id }) => id))
    for (const { kind, object, key } of (await metaIn(store).find({})).records)
      if (kind === 'post' && !ids.has(object)) wrong.push(`${key} of post ${object} is left`)
    for (const { object } of (await assignmentsIn(store).find({})).records)
      if (!ids.has(object)) wrong.push(`a term is still assigned to ${object}`)
    return wrong
  }

  return {
    async write() {
      const name = comments.size < 5 ? 'say' : random.chance(0.2) ? 'pattern' : random.pick(names)
      try {
        await writes[name]?.()
      } catch (cause) {
        throw new Error(`the write "${name}" went wrong`, { cause })
      }
    },
    differences: async () => [...(await commentDifferences()), ...(await postDifferences())],
  }
}
