import { wpDialect } from '@platen/site'
import t from 'tap'
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
