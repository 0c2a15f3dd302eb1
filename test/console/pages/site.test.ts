import { pluginsIn, themeOf, wpDialect } from '@platen/site'
import t from 'tap'
import { routed, type TestPackage, temporaryFolder, writePackages } from '../../site/plugins/plugin-packages.js'
import { attribute, fieldsOf, openConsole, textOf } from '../open-console.js'

const EVIL = `"><script>alert(1)</script>`
const PATH = '/console/settings'

t.test('the settings of every group are changed', async t => {
  const { browser, send } = await openConsole({ locales: ['de_DE'], title: 'Salt &amp; <pepper>' })
  const { signIn, visit, press } = browser()
  await signIn('admin')
  const { id: category } = (await send('POST /categories', { body: { name: 'News & views' } })).body as { id: number }
  const page = await visit(PATH)
  t.same(page.errors, [])
  t.same(page.all('h2').map(textOf), ['General', 'Reading', 'Writing', 'Discussion'])
  t.match(page.text, 'News & views')
  const { body: before } = await send('GET /settings')
  const fields = page.all('form').flatMap(form => Object.keys(fieldsOf(form)))
  for (const name of Object.keys(before as object)) t.ok(fields.includes(`setting-${name}`), name)
  const changes: readonly (readonly [group: string, values: Readonly<Record<string, string>>])[] = [
    [
      'General',
      { title: 'Bread', timezone: 'Europe/Berlin', start_of_week: '0', language: 'de_DE', date_format: 'Y-m-d' },
    ],
    ['Reading', { posts_per_page: '25' }],
    ['Writing', { default_category: String(category), default_post_format: 'aside' }],
    ['Discussion', { default_comment_status: 'closed' }],
  ]
  for (const [group, values] of changes) {
    const sent = Object.fromEntries(Object.entries(values).map(([name, value]) => [`setting-${name}`, value]))
    t.match(await press(PATH, `Save ${group}`, sent), { status: 303, location: `${PATH}?done=saved` }, group)
    const { body } = await send('GET /settings')
    for (const [name, value] of Object.entries(values))
      t.equal(String((body as Readonly<Record<string, unknown>>)[name]), value, name)
  }
  t.match((await visit(`${PATH}?done=saved`)).text, 'The settings were saved.')
})

t.test('saving without changes changes nothing', async t => {
  const { browser, send } = await openConsole({ title: 'Salt & <b>pepper</b>', dialect: wpDialect })
  const { signIn, visit, press } = browser()
  await signIn('admin')
  const { body } = await send('GET /settings')
  const page = await visit(PATH)
  t.same(page.all('h2').map(textOf), ['General', 'Reading', 'Writing', 'Discussion', 'Logo and icon'])
  for (const button of page.all('button')) t.match(await press(PATH, textOf(button)), { status: 303 }, textOf(button))
  t.same((await send('GET /settings')).body, body)
  t.equal(fieldsOf(page.all('form')[0])['setting-title'], 'Salt & <b>pepper</b>')
  await press(PATH, 'Save Writing', { 'setting-use_smilies': '' })
  t.match(await send('GET /settings'), { body: { use_smilies: null } })
})

t.test('what is refused is shown again, and nothing changes', async t => {
  const { browser, send } = await openConsole()
  const { signIn, press, visit } = browser()
  await signIn('admin')
  const { body } = await send('GET /settings')
  for (const [group, changed, message] of [
    ['General', { 'setting-email': `x${EVIL}` }, /not valid: Email address of the administrator\./],
    ['General', { 'setting-start_of_week': 'x' }, /not valid: First day of the week\./],
    ['Reading', { 'setting-posts_per_page': '1.5' }, /not valid: Posts per page\./],
    ['Discussion', { 'setting-default_comment_status': EVIL }, /not valid: Comments on new posts\./],
    ['Discussion', { action: 'constructor' }, /action/],
    ['Discussion', { nonce: 'x' }, /expired/],
  ] as const) {
    const page = await press(PATH, `Save ${group}`, { 'setting-title': 'Other', ...changed })
    t.match(page, { text: message }, JSON.stringify(changed))
    t.ok(page.status === 400 || page.status === 403)
    t.same(page.errors, [])
    t.equal(page.all('script').length, 0)
    for (const [name, value] of Object.entries(changed).filter(([name]) => name.startsWith('setting-')))
      t.match(
        page.all('form').map(form => fieldsOf(form)[name]),
        new Set([value]),
      )
    t.same((await send('GET /settings')).body, body)
  }
  const { version = '' } = fieldsOf((await visit(PATH)).all('form')[0])
  await send('POST /settings', { body: { title: 'Of somebody else' } })
  t.match(await press(PATH, 'Save General', { 'setting-title': 'Late', version }), {
    status: 412,
    text: /Somebody else/,
  })
  t.match(await send('GET /settings'), { body: { title: 'Of somebody else' } })
  t.match(await press(PATH, 'Save General', { 'setting-title': 'Late', version: '' }), { status: 412 })
})

t.test('settings of the site itself', async t => {
  const { browser, send } = await openConsole({
    register(site) {
      site.registerSetting('shade', { type: 'string', title: 'Shade', description: EVIL, initial: '&lt;' })
      site.registerSetting('share', { type: 'number', initial: 0.5 })
      site.registerSetting('tone', { type: 'string', schema: { enum: ['high', 'low'] }, initial: 'low' })
      site.registerSetting('names', { type: 'array', schema: { items: { type: 'string' } }, initial: ['a'] })
      site.registerSetting('hidden_one', { type: 'string', showInRest: false })
    },
  })
  const { signIn, visit, press } = browser()
  await signIn('admin')
  const page = await visit(PATH)
  t.same(page.errors, [])
  t.equal(page.all('script').length, 0)
  t.same(page.all('h2').map(textOf).at(-1), 'More settings')
  t.notMatch(page.body, 'hidden_one')
  const form = page.all('form').at(-1)
  t.match(fieldsOf(form), { 'setting-shade': '&lt;', 'setting-share': '0.5', 'setting-tone': 'low' })
  const label = page.all('label').find(each => attribute(each, 'for') === 'setting-shade')
  t.equal(textOf(label), 'Shade')
  const button = 'Save More settings'
  t.match(await press(PATH, button, { 'setting-names': '["b", "c"]', 'setting-share': '1.25' }), { status: 303 })
  t.match(await send('GET /settings'), { body: { names: ['b', 'c'], share: 1.25, shade: '&lt;', tone: 'low' } })
  t.match(await press(PATH, button, { 'setting-names': '[' }), { status: 400, text: /not valid: names\./ })
  t.match(await press(PATH, button, { 'setting-names': '{"a":1}' }), { status: 400, text: /not valid: names\./ })
  await press(PATH, button, { 'setting-share': '' })
  t.match(await send('GET /settings'), { body: { share: null } })
})

const EVIL_THEME = `"><script>alert(1)</script><img src=x onerror=alert(1)>' & co`
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
    'style.css': style(
      `Theme Name: ${EVIL_THEME}\nVersion: ${EVIL_THEME}\nAuthor: ${EVIL_THEME}\nDescription: ${EVIL_THEME}`,
    ),
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
    [EVIL_THEME, 404],
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

const EVIL_PLUGIN = `"><script>alert(1)</script> & co`
const packages: Readonly<Record<string, TestPackage>> = {
  hello: { entry: routed('hello', '1') },
  evil: { platen: { name: EVIL_PLUGIN, description: EVIL_PLUGIN, author: EVIL_PLUGIN } },
  failing: { entry: `throw new Error(${JSON.stringify(`it failed ${EVIL_PLUGIN}`)})` },
}

t.test('plugins are activated, deactivated and deleted', async t => {
  const folder = writePackages(temporaryFolder(t), packages)
  const { browser, send } = await openConsole({ plugins: pluginsIn(folder) })
  const { signIn, visit, press } = browser()
  await signIn('admin')
  const page = await visit('/console/plugins')
  t.same(page.errors, [])
  t.equal(page.all('script').length, 0)
  const headings = page.all('h2').map(textOf)
  const name = headings.find(each => each.toLowerCase().includes('hello')) ?? ''
  t.ok(name)
  t.match(await press('/console/plugins', `Activate ${name}`), {
    status: 303,
    location: '/console/plugins?done=activate',
  })
  t.match((await visit('/console/plugins?done=activate')).text, /The plugin is active\./)
  t.match(await send('GET //hello/v1/about'), { status: 200 })
  t.notMatch((await visit('/console/plugins?delete=hello%2Findex')).text, 'Its files are removed')
  t.match(await press('/console/plugins', `Deactivate ${name}`), { location: '/console/plugins?done=deactivate' })
  t.match(await send('GET //hello/v1/about'), { status: 404 })

  const question = await visit('/console/plugins?delete=hello%2Findex')
  t.match(question.text, `Delete ${name}? Its files are removed.`)
  t.match(await press('/console/plugins?delete=hello%2Findex', `Delete ${name}`), {
    status: 303,
    location: '/console/plugins?done=delete',
  })
  t.notMatch((await visit('/console/plugins')).all('h2').map(textOf).join(), name)
})

t.test('plugins that fail, and forms that ask for what is not there', async t => {
  const folder = writePackages(temporaryFolder(t), packages)
  const { browser, send } = await openConsole({ plugins: pluginsIn(folder) })
  const { signIn, visit, press } = browser()
  await signIn('admin')
  const name =
    (await visit('/console/plugins'))
      .all('h2')
      .map(textOf)
      .find(each => /failing/i.test(each)) ?? ''
  const failed = await press('/console/plugins', `Activate ${name}`)
  t.ok(failed.status >= 400 && failed.status < 500)
  t.same(failed.errors, [])
  t.equal(failed.all('script').length, 0)
  t.match(failed.text, 'it failed ">')
  for (const [changed, status] of [
    [{ plugin: 'nope/index' }, 404],
    [{ plugin: '../../etc/passwd' }, 404],
    [{ plugin: EVIL_PLUGIN }, 404],
    [{ action: 'constructor' }, 400],
    [{ action: '' }, 400],
  ] as const)
    t.equal((await press('/console/plugins', `Activate ${name}`, changed)).status, status, JSON.stringify(changed))
  t.match(await send('GET /plugins?status[]=active'), { body: [] })
})

t.test('a site without plugins', async t => {
  const { browser } = await openConsole()
  const { signIn, visit } = browser()
  await signIn('admin')
  t.match(await visit('/console/plugins'), { status: 200, text: /No plugins/ })
})

t.test('an active plugin that could not start is shown with its error', async t => {
  const folder = writePackages(temporaryFolder(t), { late: { entry: routed('late', '1') } })
  const { store, send } = await openConsole({ plugins: pluginsIn(folder) })
  t.match(await send('POST /plugins/late/index', { body: { status: 'active' } }), { status: 200 })
  writePackages(folder, { late: { entry: `throw new Error(${JSON.stringify(`no luck ${EVIL_PLUGIN}`)})` } })
  const { browser } = await openConsole({ store, plugins: pluginsIn(folder), onError: () => {} })
  const { signIn, visit } = browser()
  await signIn('admin')
  const page = await visit('/console/plugins')
  t.same(page.errors, [])
  t.match(page.text, /Failed Error: .*no luck/)
})

for (const dialect of [undefined, wpDialect]) {
  t.test(`the results of all tests, with the dialect ${dialect === undefined ? 'cms' : 'wp'}`, async t => {
    const { browser } = await openConsole({
      ...(dialect && { dialect }),
      onError: () => {},
      register(site) {
        site.registerHealthTest('own-test', {
          category: 'Security',
          run: async () => ({
            status: 'critical',
            label: '<b>Bad</b> & worse',
            description: '<p>Mend <em>it</em>.</p><script>alert(1)</script><img src=x onerror=alert(1)>',
          }),
        })
        site.registerHealthTest('failing-test', {
          category: 'Security',
          async run() {
            throw new Error('no')
          },
        })
      },
    })
    const { signIn, visit } = browser()
    await signIn('admin')
    const page = await visit('/console/site-health')
    t.equal(page.status, 200)
    t.same(page.errors, [])
    t.equal(page.all('script').length, 0)
    t.notMatch(page.body, /onerror/)
    const headings = page.all('h2').map(textOf)
    const at = (heading: string) => headings.indexOf(heading)
    t.ok(
      at('<b>Bad</b> & worse') >= 0 && at('<b>Bad</b> & worse') < at('The test could not be completed'),
      'the worst first',
    )
    t.equal(textOf(page.all('em')[0]), 'it', 'safe markup stays')
    t.match(page.text, /Critical: [12]\. Recommended: [5-9]\. Good: \d\./)
    t.match(page.text, 'Critical problem')
    t.match(page.text, 'The test could not be completed')
    t.ok(page.all('h2').length >= 8, 'own tests and built-in ones')
    t.match(page.all('caption').map(textOf), ['Sizes'])
    t.ok(page.all('td').every(cell => /^\d.* \w+$/.test(textOf(cell))))
    t.match(page.all('th').map(textOf), [/Part/, /Size/, /Service/])
  })
}
