import { postsIn } from '@platen/site'
import { postPermalink } from '@platen/site/extend'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'

interface Created {
  readonly id: number
  readonly link: string
  readonly guid: { readonly rendered: string }
}

onEveryStore(t, 'a new post keeps the address that it first has', async (t, make) => {
  const { site, store, send } = await make()
  const create = async (body: object, route = '/posts') => (await send(`POST ${route}`, { body })).body as Created
  const plain = (id: number, name = 'p') => `${site.context.url}/?${name}=${id}`

  for (const structure of ['', '/%year%/%postname%/', '/%post_id%/', '/%category%/%author%/%postname%/']) {
    await store.options.set('permalink_structure', structure)
    const post = await create({ title: `By ${structure}`, status: 'publish' })
    t.equal(post.guid.rendered, post.link, structure)
    t.notMatch(post.link, /undefined|p=0|\/0\//, structure)
    const draft = await create({ title: 'A draft' })
    t.equal(draft.guid.rendered, plain(draft.id), `${structure}, a draft`)
    const page = await create({ title: `By ${structure}`, status: 'publish' }, '/pages')
    t.equal(page.guid.rendered, page.link, `${structure}, a page`)
    const nameless = await create({ content: 'No title', status: 'publish' })
    t.equal(nameless.guid.rendered, nameless.link, `${structure}, no title`)
    t.equal((await postsIn(store).get(nameless.id))?.slug, String(nameless.id))
  }
})

onEveryStore(t, 'a filter of permalinks may use the id of a post', async (t, make) => {
  const { site, send } = await make()
  site.filter(postPermalink, ({ value, post }) => `${value}#${post.id}`)
  const { id, link, guid } = (await send('POST /posts', { body: { title: 'One', status: 'publish' } })).body as Created
  t.match(link, new RegExp(`#${id}$`))
  t.equal(guid.rendered, link)
})
