import { cmsDialect, type Site, wpDialect } from '@platen/site'
import { type OptionSnapshot, settingChanged } from '@platen/site/extend'
import { updateSettings } from '@platen/site/operations'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

interface Shown {
  readonly id: number
  readonly link: string
  readonly date: string
  readonly date_gmt: string
  readonly status: string
  readonly categories: readonly number[]
  readonly comment_status: string
  readonly ping_status: string
  readonly locale: string
  readonly name: string
  readonly description: string
  readonly title: { readonly rendered: string }
  readonly content: { readonly rendered: string }
  readonly excerpt: { readonly rendered: string }
}

/** A site and the calls that these tests repeat. */
function callsOf({ send, site }: TestSite) {
  const set = (values: object) =>
    site.content.settings.update(values as Readonly<Record<string, unknown>>, { as: site.system })
  const write = async (path: string, body: object): Promise<Shown> => {
    const answer = await send(`POST ${path}`, { body })
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body as Shown
  }
  const read = async (path: string) => (await send(`GET ${path}`)).body as Shown
  const rendered = async (content: string) =>
    (await write('/posts', { title: 'x', content, status: 'draft', date: '2024-07-15T12:00:00' })).content.rendered
  return { set, write, read, rendered }
}

for (const dialect of [cmsDialect, wpDialect])
  onEveryStore(t, `settings change what the site does (${dialect.name})`, async (t, make) => {
    const made = await make({ dialect, locales: ['de_DE'] })
    const { set, write, read, rendered } = callsOf(made)

    t.test('time zone, date and time formats', async t => {
      const { id } = await write('/posts', { title: 'x', status: 'publish', date: '2024-07-15T12:00:00' })
      await set({ timezone: 'Asia/Tokyo', date_format: 'Y/m/d', time_format: 'H.i' })
      t.match(await read(`/posts/${id}`), { date: '2024-07-15T12:00:00', date_gmt: '2024-07-15T12:00:00' })
      t.match(await write(`/posts/${id}`, { date_gmt: '2024-01-01T00:00:00' }), { date: '2024-01-01T09:00:00' })
      t.match(await write(`/posts/${id}`, { date: '2024-01-01T00:00:00Z' }), { date: '2024-01-01T09:00:00' })
      const now = await write('/posts', { title: 'x', date: '2024-07-15T12:00:00' })
      t.equal(now.date_gmt, '2024-07-15T03:00:00')
      t.match(await rendered('<!-- wp:post-date /-->'), '<time datetime="2024-07-15T12:00:00+09:00">2024/07/15</time>')
      t.match(await rendered('<!-- wp:post-date {"format":"H:i T e P"} /-->'), '>12:00 JST Asia/Tokyo +09:00</time>')
      await set({ timezone: 'UTC', date_format: '', time_format: '' })
      t.match(await rendered('<!-- wp:post-date /-->'), '<time datetime="2024-07-15T12:00:00+00:00"></time>')
      await set({ date_format: null, time_format: null })
      t.match(await rendered('<!-- wp:post-date /-->'), '>July 15, 2024</time>')
    })

    t.test('posts per page', async t => {
      const { id } = await write('/categories', { name: 'Many' })
      for (const day of [1, 2, 3])
        await write('/posts', {
          title: `No ${day}`,
          status: 'publish',
          categories: [id],
          date: `2001-01-0${day}T00:00:00`,
        })
      const list = async (query: object) => {
        const wanted = { postType: 'post', inherit: false, taxQuery: { category: [id] }, orderBy: 'date', ...query }
        const html = await rendered(
          `<!-- wp:query ${JSON.stringify({ query: wanted })} --><div><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --></div><!-- /wp:query -->`,
        )
        return html.match(/No \d/g)?.length ?? 0
      }
      const latest = async () =>
        (await rendered(`<!-- wp:latest-posts {"postsToShow":0,"categories":[{"id":${id}}]} /-->`)).match(/No \d/g)
          ?.length
      for (const [count, shown] of [
        [2, 2],
        [1, 1],
        [-1, 3],
        [500, 3],
      ] as const) {
        await set({ posts_per_page: count })
        t.equal(await list({}), shown, `${count} per page`)
        t.equal(await latest(), shown, `${count} of the latest`)
        t.equal(await list({ perPage: 3 }), 3, 'a list with a number of its own')
      }
      await set({ posts_per_page: 1 })
      t.equal(
        ((await made.send('GET /posts?_fields=id')).body as readonly unknown[]).length > 1,
        true,
        'lists of REST stay',
      )
    })

    t.test('the first day of the week', async t => {
      const heads = async () =>
        [...(await rendered('<!-- wp:calendar {"month":3,"year":2001} /-->')).matchAll(/aria-label="(\w+day)"/g)].map(
          ([, day]) => day,
        )[0]
      for (const [day, name] of [
        [0, 'Sunday'],
        [3, 'Wednesday'],
        [100, 'Tuesday'],
      ] as const) {
        await set({ start_of_week: day })
        t.equal(await heads(), name)
        t.notMatch(await rendered('<!-- wp:calendar {"month":3,"year":2001} /-->'), 'colspan="-')
      }
    })

    t.test('what posts begin with', async t => {
      const { id } = await write('/categories', { name: 'Default' })
      await set({ default_category: id, default_comment_status: 'closed', default_ping_status: 'closed' })
      t.match(await write('/posts', { title: 'x', status: 'publish' }), {
        categories: [id],
        comment_status: 'closed',
        ping_status: 'closed',
      })
      t.not((await made.send(`DELETE /categories/${id}?force=true`)).status, 200, 'the default category stays')
      const other = await write('/categories', { name: 'Other' })
      const post = await write('/posts', { title: 'x', status: 'publish', categories: [other.id] })
      await made.send(`DELETE /categories/${other.id}?force=true`)
      t.same((await read(`/posts/${post.id}`)).categories, [id], 'posts of a deleted category')
      await set({ default_comment_status: 'open', default_ping_status: 'open', default_category: 1 })
      t.match(await write('/posts', { title: 'x' }), { comment_status: 'open', ping_status: 'open' })
    })

    t.test('smileys', async t => {
      const texts = async () => {
        const post = await write('/posts', { title: 'x', content: 'a :)', excerpt: 'b :)', status: 'publish' })
        const comment = await write('/comments', { post: post.id, content: 'c :)' })
        return [post.content, post.excerpt, comment.content].map(({ rendered }) => rendered.includes('🙂'))
      }
      t.same(await texts(), [true, true, true])
      await set({ use_smilies: false })
      t.same(await texts(), [false, false, false])
      await set({ use_smilies: null })
      t.same(await texts(), [true, true, true])
    })

    t.test('the front page, and the page for posts', async t => {
      const page = (title: string, more = {}) => write('/pages', { title, status: 'publish', ...more })
      const front = await page('Front')
      const blog = await page('Blog')
      const child = await page('Child', { parent: front.id })
      await set({ show_on_front: 'page', page_on_front: front.id, page_for_posts: blog.id })
      const home = 'https://site.example/'
      t.equal((await read(`/pages/${front.id}`)).link, home)
      t.equal((await read(`/pages/${blog.id}`)).link, blog.link)
      t.equal((await read(`/pages/${child.id}`)).link, child.link)
      const titleAt = async (url: string) =>
        ((await made.send(`GET //oembed/1.0/embed?url=${encodeURIComponent(url)}`)).body as { title?: string }).title
      t.same(await Promise.all([home, front.link, blog.link, child.link].map(titleAt)), [
        'Front',
        'Front',
        undefined,
        'Child',
      ])
      for (const status of ['draft', 'pending', 'private', 'publish'])
        t.equal((await write(`/pages/${front.id}`, { status })).link, home, status)
      await set({ show_on_front: 'posts' })
      t.equal((await read(`/pages/${front.id}`)).link, front.link)
      t.equal(await titleAt(blog.link), 'Blog')
      await set({ show_on_front: 'page' })
      await made.send(`DELETE /pages/${blog.id}`)
      await made.send(`DELETE /pages/${front.id}`)
      const { show_on_front, page_on_front, page_for_posts } = await made.site.content.settings.get({
        as: made.site.system,
      })
      t.same([show_on_front, page_on_front, page_for_posts], ['posts', 0, 0], 'pages in the trash are neither')
    })

    t.test('what the site is called, and its language', async t => {
      await set({ title: 'Tea & <i>cake</i>', description: 'Every day', language: 'de_DE' })
      t.match(await read('//'), { name: 'Tea &amp; &lt;i&gt;cake&lt;/i&gt;', description: 'Every day' })
      t.match(await rendered('<!-- wp:site-title /--><!-- wp:site-tagline /-->'), /Tea &amp; &lt;i&gt;cake.*Every day/s)
      t.equal((await read('/users/me?context=edit')).locale, 'de_DE')
    })
  })

t.test('an update based on older settings is refused', async t => {
  const { send } = await makeSite()
  const { headers } = await send('GET /settings')
  const etag = headers.ETag ?? ''
  t.match(etag, /^"v\d+-/)
  t.equal((await send('GET /settings', { headers: { 'if-none-match': etag } })).status, 304)
  const narrow = (await send('GET /settings?_fields=title')).headers.ETag ?? ''
  t.equal(
    (await send('POST /settings', { body: { title: 'Two' }, headers: { 'if-match': narrow } })).status,
    200,
    'a tag of any view serves',
  )
  t.match(await send('POST /settings', { body: { title: 'Three' }, headers: { 'if-match': etag } }), {
    status: 412,
    body: { code: 'rest_precondition_failed' },
  })
  t.match(await send('GET /settings'), { status: 200, body: { title: 'Two' } })
})

t.test('other changes of the site do not count', async t => {
  const { send, store } = await makeSite()
  const { headers } = await send('GET /settings')
  await store.options.set('sticky_posts', [1])
  t.equal(
    (await send('PUT /settings', { body: { title: 'Two' }, headers: { 'if-match': headers.ETag ?? '' } })).status,
    200,
  )
})

t.test('of two that are based on the same settings one is refused', async t => {
  const { send } = await makeSite()
  const { headers } = await send('GET /settings')
  const asking = (title: string) =>
    send('POST /settings', { body: { title }, headers: { 'if-match': headers.ETag ?? '' } })
  const answers = await Promise.all([asking('One'), asking('Two')])
  t.same(answers.map(answer => answer.status).sort(), [200, 412])
})

t.test('a change of only an added field counts', async t => {
  const { send } = await makeSite({
    register: site =>
      site.registerField('settings', 'greeting', {
        schema: { type: 'string' },
        get: (options: OptionSnapshot) => options.text('greeting', 'Welcome'),
        set: (_options, value, { store: contents }) => contents.options.set('greeting', value),
      }),
  })
  const { ETag: etag = '' } = (await send('GET /settings')).headers
  const asking = (greeting: string) => send('POST /settings', { body: { greeting }, headers: { 'if-match': etag } })
  const answers = await Promise.all([asking('Hello'), asking('Hi')])
  t.same(answers.map(({ status }) => status).sort(), [200, 412])
  t.equal((await send('GET /settings', { headers: { 'if-none-match': etag } })).status, 200)
  t.equal((await asking('Hey')).status, 412)
})

const by = ({ users, site }: TestSite, role: string) => ({ as: users.get(role) ?? site.principalOf(undefined) })

function eventsOf(site: Site): string[] {
  const events: string[] = []
  site.on(settingChanged, ({ key, value }) => void events.push(`${key} ${value}`))
  return events
}

onEveryStore(t, 'settings are read and changed in process', async (t, make) => {
  const made = await make()
  const events = eventsOf(made.site)
  const { settings } = made.site.content
  const admin = by(made, 'administrator')
  t.match(await settings.get(admin), { title: 'A site', posts_per_page: 10, show_on_front: 'posts' })
  const values = await settings.update({ title: '<b>Leeks</b> & co', posts_per_page: 5, show_on_front: 'page' }, admin)
  t.match(values, { posts_per_page: 5, show_on_front: 'page' })
  t.match((await made.send('GET /settings')).body, { title: values['title'], posts_per_page: 5 })
  t.notMatch(values['title'], /<b>/)
  const version = await settings.version(admin)
  t.match(await settings.update({ posts_per_page: null }, { ...admin, version }), { posts_per_page: 10 })
  t.not(await settings.version(admin), version)
  t.same(events, [`title ${values['title']}`, 'posts_per_page 5', 'show_on_front page', 'posts_per_page null'])
})

for (const role of ['editor', 'author', 'contributor', 'subscriber', 'anonymous']) {
  t.test(`${role} may neither see nor change them`, async t => {
    const made = await makeSite()
    const { settings } = made.site.content
    const refusal = { name: 'RestError', code: 'rest_forbidden', status: role === 'anonymous' ? 401 : 403 }
    await t.rejects(settings.get(by(made, role)), refusal)
    await t.rejects(settings.update({ title: 'x' }, by(made, role)), refusal)
    t.equal(await made.store.options.get('title'), 'A site')
  })
}

onEveryStore(t, 'all values are stored or none', async (t, make) => {
  const { site, store } = await make()
  const events = eventsOf(site)
  const as = site.system
  for (const values of [{ nothing: 1 }, { posts_per_page: 'many' }, { email: 'nothing' }])
    await t.rejects(site.content.settings.update({ title: 'x', ...values }, { as }), {
      name: 'RestError',
      code: 'rest_invalid_param',
      status: 400,
    })
  const version = await site.content.settings.version({ as })
  await t.rejects(site.content.settings.update({ title: 'x' }, { as, version: version + 1 }), {
    code: 'rest_precondition_failed',
    status: 412,
  })
  await t.rejects(site.content.settings.version({ as: site.principalOf(undefined) }), {
    code: 'rest_forbidden',
    status: 401,
  })
  const conflict = site.content.transaction(tx => updateSettings(tx, as, { values: { title: 'x' }, version: 1 }))
  await t.rejects(conflict, { code: 'rest_precondition_failed', status: 412 })
  const failing = site.content.transaction(async tx => {
    await updateSettings(tx, as, { values: { title: 'x' } })
    t.same(events, [])
    throw new Error('no')
  })
  await t.rejects(failing, /no/)
  t.equal(await store.options.get('title'), 'A site')
  t.same(events, [])
})
