import { themeOf, wpDialect } from '@platen/site'
import t from 'tap'
import { attribute, fieldsOf, openConsole, textOf } from '../open-console.js'

const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(1)>' & co`
const INDEX = { 'templates/index.html': '<!-- wp:post-content /-->' }
const style = (lines: string) => `/*\n${lines}\n*/`
const themes = [
  themeOf('garden', {
    ...INDEX,
    'style.css': style('Theme Name: Garden\nVersion: 1.2\nAuthor: Ann\nDescription: Green.'),
  }),
  themeOf('moss', { 'style.css': style('Theme Name: Moss\nTemplate: garden') }),
  themeOf('evil', {
    ...INDEX,
    'style.css': style(`Theme Name: ${EVIL}\nVersion: ${EVIL}\nAuthor: ${EVIL}\nDescription: ${EVIL}`),
  }),
  themeOf('broken', { ...INDEX, 'style.css': style('Theme Name: Broken'), 'theme.json': '{' }),
]

for (const dialect of [undefined, wpDialect]) {
  t.test(`themes with the dialect ${dialect === undefined ? 'cms' : 'wp'}`, async t => {
    const { browser, store } = await openConsole({ themes, ...(dialect && { dialect }) })
    await store.options.set('stylesheet', 'garden')
    const { signIn, visit, press } = browser()
    await signIn('admin')
    const page = await visit('/console/themes')
    t.same(page.errors, [])
    t.same([page.all('script').length, page.all('img').length], [0, 0])
    const cards = page.all('li').map(textOf)
    const cardOf = (name: string) => cards.find(text => text.trim().startsWith(name)) ?? ''
    t.match(cardOf('Garden'), /Active[\s\S]*Green\.[\s\S]*1\.2[\s\S]*Ann/)
    t.notMatch(cardOf('Garden'), /Activate/)
    t.match(cardOf('Moss'), /Not active[\s\S]*garden[\s\S]*Activate/)
    t.match(cardOf('broken'), /Cannot be used[\s\S]*theme\.json/)
    t.ok(
      page
        .all('h2')
        .map(textOf)
        .some(text => text.includes('<script>')),
      'markup is shown as text',
    )

    const done = await press('/console/themes', 'Activate Moss')
    t.match(done, { status: 303, location: '/console/themes?done=activated' })
    t.equal(await store.options.get('stylesheet'), 'moss')
    const after = await visit('/console/themes?done=activated')
    t.match(after.text, /The theme is active\./)
    t.equal(
      attribute(
        after.all('p').find(each => attribute(each, 'role') !== undefined),
        'role',
      ),
      'status',
    )
    for (const done of ['<script>', '__proto__', 'constructor', 'toString'])
      t.notOk((await visit(`/console/themes?done=${done}`)).body.includes('class="notice'), done)
  })
}

t.test('themes that cannot be activated', async t => {
  const { browser, store } = await openConsole({ themes })
  const { signIn, press } = browser()
  await signIn('admin')
  const before = await store.options.get('stylesheet')
  for (const [stylesheet, status] of [
    ['broken', 400],
    ['nope', 404],
    [EVIL, 404],
    ['', 404],
  ] as const) {
    const page = await press('/console/themes', 'Activate Moss', { stylesheet })
    t.equal(page.status, status, stylesheet)
    t.same(page.errors, [])
    t.equal(page.all('script').length, 0)
    t.match(textOf(page.all('p').find(each => attribute(each, 'role') === 'alert')), /Nothing was changed/)
  }
  t.equal(await store.options.get('stylesheet'), before)
})

t.test('forged forms change nothing', async t => {
  const { browser, store } = await openConsole({ themes })
  const admin = browser()
  const editor = browser()
  const again = browser()
  await admin.signIn('admin')
  await again.signIn('admin')
  await editor.signIn('editor')
  const nonceIn = async ({ visit }: typeof admin, path: string) =>
    fieldsOf((await visit(path)).all('form')[0])['nonce'] ?? ''
  const own = await nonceIn(admin, '/console/themes')
  const before = await store.options.get('stylesheet')
  const form = { stylesheet: 'moss' }
  for (const nonce of [
    undefined,
    '',
    'x',
    own.slice(1),
    `${own}0`,
    own.toUpperCase() === own ? own.toLowerCase() : own.toUpperCase(),
    await nonceIn(admin, '/console/sign-out'),
    await nonceIn(again, '/console/themes'),
    await nonceIn(editor, '/console/sign-out'),
  ]) {
    const page = await admin.post('/console/themes', nonce === undefined ? form : { ...form, nonce })
    t.match(page, { status: 403, text: /expired/ }, String(nonce))
  }
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
    t.equal((await admin.post('/console/themes', { ...form, nonce: own }, headers)).status, 403)
  t.match(await editor.post('/console/themes', { ...form, nonce: own }), { status: 403 })
  t.equal(await store.options.get('stylesheet'), before)
  t.match(await admin.post('/console/themes', { ...form, nonce: own }), { status: 303 })
  t.equal(await store.options.get('stylesheet'), 'moss')
})
