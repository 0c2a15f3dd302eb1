import t from 'tap'
import { makeSite } from '../make-site.js'

const STRUCTURES: readonly (readonly [string, string])[] = [
  ['/%year%/%postname%/', 'https://site.example/author/editor/'],
  ['/%postname%', 'https://site.example/author/editor'],
  ['/blog/%postname%/', 'https://site.example/blog/author/editor/'],
  ['/archives/p-%post_id%', 'https://site.example/archives/p-author/editor'],
  ['/index.php/%postname%/', 'https://site.example/index.php/author/editor/'],
  ['blog/%postname%/', 'https://site.example/blog/author/editor/'],
  ['%postname%', 'https://site.example/author/editor'],
  ['/blog/', 'https://site.example/author/editor/'],
  ['', 'https://site.example/?author=2'],
]

t.test('the URL of an author follows the permalink structure', async t => {
  const { send, store } = await makeSite()
  for (const [structure, link] of STRUCTURES) {
    await store.options.set('permalink_structure', structure)
    t.same((await send('GET /users/me?_fields=id,link', { as: 'editor' })).body, { id: 2, link }, structure)
  }
})
