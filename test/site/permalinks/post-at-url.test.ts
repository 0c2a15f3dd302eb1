import { postsIn } from '@platen/site'
import type { Test } from 'tap'
import t from 'tap'
import { onEveryStore } from '../every-store.js'
import { internals } from '../internals.js'
import type { TestSite } from '../make-site.js'

const { postAtUrl } = internals

interface Post {
  readonly id: number
  readonly link: string
}

const create = async ({ send }: TestSite, path: string, body: object): Promise<Post> =>
  (await send(`POST ${path}`, { body: { status: 'publish', content: 'x', ...body } })).body as Post

const findsAt = async ({ site }: TestSite, url: string) => (await postAtUrl(site.context, url))?.post.id

async function findsAll(t: Test, made: TestSite, posts: readonly Post[]) {
  for (const { id, link } of posts) {
    t.equal(await findsAt(made, link), id, link)
    t.equal(await findsAt(made, link.replace('https:', 'http:')), id, 'in another scheme')
    t.equal(await findsAt(made, `${link}${link.includes('?') ? '&' : '?'}utm_source=x#part`), id, 'with parameters')
  }
}

const STRUCTURES = [
  '',
  '/%postname%/',
  '/%year%/%monthnum%/%postname%',
  '/archives/%post_id%',
  '/%category%/%author%/%postname%/',
]

for (const structure of STRUCTURES) {
  onEveryStore(t, `finds posts by their permalinks: ${structure || 'plain'}`, async (t, make) => {
    const made = await make({
      register: site => void site.registerPostType('plant', { public: true, hierarchical: true, restBase: 'plants' }),
    })
    await made.store.options.set('permalink_structure', structure)
    const about = await create(made, '/pages', { title: 'About', slug: 'about' })
    const team = await create(made, '/pages', { title: 'Team', slug: 'team', parent: about.id })
    const other = await create(made, '/pages', { title: 'Other', slug: 'other' })
    await findsAll(t, made, [
      about,
      team,
      await create(made, '/pages', { title: 'Team', slug: 'team', parent: other.id }),
      await create(made, '/posts', { title: 'Hello there' }),
      await create(made, '/posts', { title: 'Grüße & Küsse 日本' }),
      await create(made, '/plants', { title: 'Mint' }),
    ])
  })
}

onEveryStore(t, 'finds only published posts with a page, for everybody', async (t, make) => {
  const made = await make({
    register: site => void site.registerPostType('secret', { public: false, restBase: 'secrets' }),
  })
  const home = 'https://site.example'
  const open = await create(made, '/posts', { title: 'Open', slug: 'open' })
  t.equal(await findsAt(made, `${home}/?p=${open.id}`), open.id)
  t.equal(await findsAt(made, `${home}?p=${open.id}`), open.id)
  for (const status of ['draft', 'private', 'pending', 'future']) {
    const date = status === 'future' ? { date: '2090-01-01T00:00:00' } : {}
    const post = await create(made, '/posts', { title: status, slug: status, status, ...date })
    t.equal(await findsAt(made, post.link), undefined, status)
    t.equal(await findsAt(made, `${home}/?p=${post.id}`), undefined, status)
  }
  const secret = await create(made, '/secrets', { title: 'Secret', slug: 'secret' })
  t.equal(await findsAt(made, `${home}/?p=${secret.id}`), undefined, 'a type without pages')
  const nowhere = [
    '',
    'nothing',
    `${home}/`,
    home,
    `${home}/nope/`,
    `${home}/?p=0`,
    `${home}/?p=x`,
    `${home}/?p=99999999999999999999`,
    `https://elsewhere.example/?p=${open.id}`,
    open.link.replace('site.example', 'elsewhere.example'),
    open.link.replace('/open', '/x/open'),
    `${home}/${'a/'.repeat(500)}open/`,
    `${home}/%ff%fe/`,
    `mailto:open`,
  ]
  for (const url of nowhere) t.equal(await findsAt(made, url), undefined, url.slice(0, 80))
})

onEveryStore(t, 'finds the front page', async (t, make) => {
  const made = await make()
  const page = await create(made, '/pages', { title: 'Front', slug: 'front' })
  await made.store.options.set('show_on_front', 'page')
  await made.store.options.set('page_on_front', page.id)
  t.equal(await findsAt(made, 'https://site.example/'), page.id)
  t.equal(await findsAt(made, 'https://site.example'), page.id)
})

onEveryStore(t, 'drafts with the slug of a post do not hide it', async (t, make) => {
  const made = await make()
  await made.store.options.set('permalink_structure', '/%postname%/')
  const drafts = await Promise.all(
    Array.from({ length: 101 }, () => create(made, '/posts', { title: 'Draft', status: 'draft' })),
  )
  for (const { id } of drafts) await made.send(`POST /posts/${id}/autosaves`, { body: { slug: 'wanted' } })
  const { id, link } = await create(made, '/posts', { title: 'Wanted' })
  await postsIn(made.store).update(id, { slug: 'wanted' })
  t.equal(await findsAt(made, link.replace(/[^/]+\/$/, 'wanted/')), id)
})
