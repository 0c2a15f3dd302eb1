import { type ConsoleMessages, englishMessages } from '@platen/console'
import { pluginsIn, themeOf, usersIn } from '@platen/site'
import { measuredSizes } from '@platen/site/extend'
import type { DefaultTreeAdapterTypes } from 'parse5'
import t from 'tap'
import { mailServices } from '../site/features/account-links/sent-mail.js'
import { temporaryFolder, writePackages } from '../site/plugins/plugin-packages.js'
import { someTurns } from '../some-turns.js'
import { attribute, openConsole, PASSWORD, textOf, type Visit } from './open-console.js'

type Node = DefaultTreeAdapterTypes.ChildNode

/** All texts, each in brackets to mark where it came from. */
const marked: ConsoleMessages = Object.fromEntries(
  Object.entries(englishMessages).map(([key, text]) => [key, `«${text}»`]),
) as ConsoleMessages
const messages = { ...marked, language: 'de', direction: 'ltr' }

/** What pages show of the site, which is in no language of theirs. */
const DATA = [
  'templates/index.html: the file is missing',
  'A site',
  'https://site.example/cms-json',
  'https://site.example',
  'cms/v2',
  ...['admin', 'editor', 'author', 'contributor', 'subscriber'].flatMap(name => [`${name}@example.com`, name]),
  'new@example.com',
  'Garden',
  'garden',
  'broken',
  'hello',
  'Uncategorized',
  'Reader',
  'application/x-www-form-urlencoded',
]

/** Choices whose names are those of the platform: languages, time zones and days. */
const NAMED = ['locale', 'setting-language', 'setting-timezone', 'setting-start_of_week']

/** The texts of a document that are neither in brackets nor data. */
function strange(node: Node): readonly string[] {
  if (node.nodeName === '#text' && 'value' in node) return unmarked(node.value)
  if (!('tagName' in node)) return []
  const { tagName } = node
  if (tagName === 'time' || tagName === 'textarea' || tagName === 'code') return []
  if (tagName === 'select' && NAMED.includes(attribute(node, 'name') ?? '')) return []
  const said = ['aria-label', 'title', 'alt', 'placeholder'].flatMap(name => unmarked(attribute(node, name) ?? ''))
  return [...said, ...node.childNodes.flatMap(strange)]
}

function unmarked(text: string): readonly string[] {
  let rest = text
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(/«[^«»]*»/g, '')
  }
  for (const data of DATA) rest = rest.replaceAll(data, '')
  return /\p{L}/u.test(rest) ? [text.trim()] : []
}

const strangeIn = (page: Visit): readonly string[] => page.all('html').flatMap(strange)

t.test('every text of every page comes from the table', async t => {
  const { services } = mailServices()
  const themes = [
    themeOf('garden', { 'templates/index.html': '', 'style.css': '/*\nTheme Name: Garden\nVersion: 1\nAuthor: 2\n*/' }),
    themeOf('broken', { 'style.css': '/*\nTheme Name: Garden\n*/' }),
  ]
  const plugins = pluginsIn(writePackages(temporaryFolder(t), { hello: { platen: { name: 'hello' } } }))
  const { browser, users, send, store } = await openConsole({ services, themes, plugins, console: { messages } })
  await store.options.set('stylesheet', 'garden')
  const { visit, signIn, post, press } = browser()
  const id = users.get('author')?.id
  const shown: Visit[] = []
  const see = async (visited: Promise<Visit>, status = 200) => {
    const page = await visited
    t.equal(page.status, status, page.text.slice(0, 200))
    t.same(strangeIn(page), [])
    t.equal(attribute(page.all('html')[0], 'lang'), 'de')
    shown.push(page)
  }
  await see(visit('/console/sign-in'))
  await see(visit('/console/sign-in?done=password'))
  await see(post('/console/sign-in', { login: 'admin', password: 'wrong' }), 403)
  await see(post('/console/sign-in', {}, { origin: 'https://evil.example' }), 403)
  await see(post('/console/sign-in', {}, { 'content-type': 'text/plain' }), 415)
  await see(post('/console/sign-in', { login: 'x'.repeat(70_000) }), 413)
  await see(visit('/console/lost-password?done=sent'))
  await see(visit('/console/set-password?token=x'))
  await see(visit('/console/nowhere'), 404)
  await see(post('/console/style.css', {}), 405)
  await signIn('admin')
  await send('POST /users/me/application-passwords', { body: { name: 'Reader' } })
  await press('/console/profile', '«Change email address»', { email: 'new@example.com' })
  for (const path of [
    '',
    'users',
    'users?search=nobody',
    `user?id=${id}&done=saved`,
    'new-user',
    `delete-user?id=${id}`,
    'settings?done=saved',
    'themes?done=activated',
    'plugins?delete=hello%2Findex',
    'activity',
    'activity?kind=user_deleted',
    'profile?revoke=all&done=revoked',
    'confirm-email',
    'sign-out',
    'authorize-application?app_name=Reader',
  ])
    await see(visit(`/console/${path}`))
  await see(visit('/console/user?id=0'), 404)
  await see(post('/console/profile', { nonce: 'x' }), 403)
  const profile = '/console/profile'
  await see(press(profile, '«Create application password»', { application: 'Reader' }))
  await see(press(profile, '«Create application password»', { application: '' }), 400)
  await see(press(profile, '«Change email address»', { email: 'editor@example.com' }), 400)
  await see(press(profile, '«Change password»', { current: 'x', password: 'x', repeat: 'x' }), 400)
  const password = 'long enough'
  await see(press(profile, '«Change password»', { current: 'x', password, repeat: password }), 403)
  await see(press(`/console/delete-user?id=${id}`, '«Delete user»', { reassignee: 'nobody' }), 400)
  await see(press('/console/settings', '«Save» «Reading»', { 'setting-posts_per_page': 'x' }), 400)
  const subscriber = browser()
  await subscriber.signIn('subscriber')
  await see(subscriber.visit('/console/settings'), 403)
  t.match(
    shown.flatMap(page => page.all('title').map(textOf)),
    new Set(['«Profile» – «Console» – https://site.example']),
  )

  // The results of the tests are texts of the interface.
  const health = await visit('/console/site-health')
  t.match(health.all('h1').map(textOf), ['«Site health»'])
  t.match(health.all('p').map(textOf).join(), /«Critical: \d+\. Recommended: \d+\. Good: \d+\.»/)
})

t.test('users see their own language, others that of the site', async t => {
  const { mail, services } = mailServices()
  const translations = {
    de: { signIn: 'Anmelden', profile: 'Profil', passwordMailSubject: 'Neues Passwort für {site}' },
    pt_BR: { signIn: 'Entrar', profile: 'Perfil' },
    ar: { direction: 'rtl', profile: 'الملف' },
  }
  const locales = ['de_DE', 'pt_BR', 'pt_PT', 'ar']
  const { browser, store, users } = await openConsole({
    services,
    locales,
    console: { messages: { save: 'Keep' }, translations },
  })
  const { id = 0 } = users.get('author') ?? {}
  const { visit, signIn } = browser()
  await signIn('author')
  const seen = async (path: string) => {
    const page = await visit(path)
    const [root] = page.all('html')
    return [attribute(root, 'lang'), attribute(root, 'dir'), textOf(page.all('h1')[0])]
  }
  for (const [locale, expected] of [
    ['', ['en', 'ltr', 'Profile']],
    ['de_DE', ['de', 'ltr', 'Profil']],
    ['pt_BR', ['pt-BR', 'ltr', 'Perfil']],
    ['pt_PT', ['en', 'ltr', 'Profile']],
    ['ar', ['ar', 'rtl', 'الملف']],
  ] as const) {
    await usersIn(store).update(id, { locale })
    t.same(await seen('/console/profile'), expected, locale)
  }
  t.match((await visit('/console/profile')).all('button').map(textOf), new Set(['Keep']), 'what is not translated')
  await usersIn(store).update(id, { locale: 'de_DE' })
  await browser().post('/console/lost-password', { login: 'author' })
  await someTurns()
  t.match(mail, [{ subject: 'Neues Passwort für https://site.example' }], 'mail is in the language of its reader')
  await store.options.set('locale', 'pt_BR')
  const stranger = browser()
  t.match((await stranger.visit('/console/sign-in')).all('h1').map(textOf), ['Entrar'])
  t.match(
    (await stranger.visit('/console/nowhere')).all('html').map(each => attribute(each, 'lang')),
    ['pt-BR'],
  )
  const editor = browser()
  await editor.post('/console/sign-in', { login: 'editor', password: PASSWORD })
  t.match((await editor.visit('/console/profile')).all('h1').map(textOf), ['Perfil'])
})

t.test('what the interface says can be translated by code and by test', async t => {
  const translations = {
    de: {
      'error.rest_theme_not_found': 'Dieses Theme gibt es nicht.',
      'error.rest_plugin_activation_failed': 'Fehlgeschlagen: {message}',
      'error.not_available': 'Keine Größen',
      'health.own_test.critical': 'Schlecht & schlimmer',
      'health.own_test.good': 'Gut',
      'health.https_status.critical': 'Kein HTTPS',
    },
  }
  const themes = [themeOf('garden', { 'templates/index.html': '', 'style.css': '/*\nTheme Name: Garden\n*/' })]
  const plugins = pluginsIn(
    writePackages(temporaryFolder(t), {
      hello: {
        entry: 'export default { name: "hello", setup() { throw new Error("the key is missing") } }',
      },
    }),
  )
  const { browser, users, store } = await openConsole({
    themes,
    plugins,
    onError: () => {},
    console: { translations },
    register(site) {
      site.registerHealthTest('own-test', {
        category: 'Security',
        run: async () => ({ status: 'critical', label: 'Bad', description: '<p>Details</p>' }),
      })
      site.context.get(measuredSizes).replace('themes', () => Promise.reject(new Error('no such folder')))
    },
  })
  const id = users.get('administrator')?.id ?? 0
  const { signIn, press, visit } = browser()
  await signIn('admin')
  const alerts = async (locale: string) => {
    await usersIn(store).update(id, { locale })
    const theme = await press('/console/themes', 'Activate Garden', { stylesheet: 'gone' })
    const plugin = await press('/console/plugins', 'Activate hello')
    return [theme, plugin].map(page =>
      page
        .all('p')
        .map(textOf)
        .find(text => /Nothing was changed/.test(text)),
    )
  }
  t.match(await alerts('de'), [
    'Nothing was changed: Dieses Theme gibt es nicht.',
    /^Nothing was changed: Fehlgeschlagen: .*the key is missing/,
  ])
  const health = await visit('/console/site-health')
  const headings = health.all('h2').map(textOf)
  t.ok(headings.includes('Schlecht & schlimmer'))
  t.notOk(headings.includes('Bad'))
  t.match(health.all('p').map(textOf), new Set(['Details', 'Keine Größen']))
  const english = await alerts('')
  t.notMatch(english.join(), /Dieses|Fehlgeschlagen/)
  t.match(english[1], /the key is missing/)
  const shown = await visit('/console/site-health')
  t.ok(shown.all('h2').map(textOf).includes('Bad'))
  t.match(shown.text, /cannot be displayed/)
})
