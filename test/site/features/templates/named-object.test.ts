import t from 'tap'
import { onEveryStore } from '../../every-store.js'

onEveryStore(t, 'templates without texts are named after the one object that they are for', async (t, make) => {
  const { send } = await make()
  const create = (path: string, body: object) => send(`POST ${path}`, { body, as: 'administrator' })
  await create('/pages', { title: 'About us', slug: 'about', status: 'publish' })
  await create('/pages', { title: 'Secret', slug: 'secret', status: 'private' })
  await create('/tags', { name: 'Red', slug: 'red' })
  await create('/tags', { name: 'RED', slug: 'ruby' })
  const textsOf = async (slug: string, texts: object = {}) => {
    const { body } = await create('/templates', { slug, content: 'c', ...texts })
    const { title, description } = body as { title: { raw: string }; description: string }
    return [title.raw, description]
  }
  t.same(await textsOf('page-about'), ['Page: About us', 'Template for About us'])
  t.same(await textsOf('single-page-about'), ['Page: About us', 'Template for About us'])
  t.same(await textsOf('page-secret'), ['Not found: Page (secret)', ''], 'not that of a page that few may read')
  t.same(await textsOf('tag-red'), ['Tag: Red (red)', 'Template for Red'], 'two tags share the name')
  t.same(await textsOf('taxonomy-category-uncategorized'), ['Category: Uncategorized', 'Template for Uncategorized'])
  t.same(await textsOf('author-nobody'), ['Deleted author: nobody', ''])
  t.same(await textsOf('taxonomy-category'), ['', ''], 'for all of a kind')
  t.same(await textsOf('single-thing-about'), ['', ''], 'for no type that there is')
  t.same(await textsOf('page-x', { description: 'Own' }), ['', 'Own'])
})
