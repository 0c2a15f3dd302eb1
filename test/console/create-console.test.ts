import { createConsole } from '@platen/console'
import type { UploadedFile } from '@platen/core'
import { usersIn, wpDialect } from '@platen/site'
import t from 'tap'
import { makeSite } from '../site/make-site.js'
import { attribute, openConsole, textOf } from './open-console.js'

const ADMINISTRATION = ['users', 'settings', 'themes', 'plugins', 'site-health', 'activity'] as const
const PAGES = ['', ...ADMINISTRATION, 'profile'] as const

t.test('every page is a sound document with strict headers', async t => {
  const { browser } = await openConsole({ title: '<script>alert(1)</script> & "garden"' })
  const { visit, signIn } = browser()
  const check = async (path: string, status: number) => {
    const page = await visit(path)
    t.equal(page.status, status, path)
    t.same(page.errors, [], path)
    const policy = String(page.headers['Content-Security-Policy'])
    t.match(policy, /default-src 'none'.*form-action 'self'.*base-uri 'none'.*frame-ancestors 'none'/)
    t.notMatch(policy, 'unsafe')
    t.match(page.headers, {
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cache-Control': 'private, no-store',
      'Content-Type': 'text/html; charset=UTF-8',
    })
    t.same(
      [page.all('script').length, page.all('style').length, page.all('main').length, page.all('h1').length],
      [0, 0, 1, 1],
    )
    t.notMatch(page.body, /\s(?:style|on\w+)="/)
    t.match(textOf(page.all('title')[0]), /^\S.* – Console – <script>alert\(1\)<\/script> & "garden"$/)
    t.equal(attribute(page.all('html')[0], 'lang'), 'en')
    t.equal(attribute(page.all('a')[0], 'href'), '#content', 'the skip link comes first')
    t.equal(attribute(page.all('main')[0], 'id'), 'content')
    for (const form of page.all('form')) {
      if (attribute(form, 'role') !== 'search') t.equal(attribute(form, 'method'), 'post')
      t.equal(attribute(form, 'action'), undefined, 'forms post to themselves')
    }
    t.match(await visit(new URL(attribute(page.all('link')[0], 'href') ?? '', `https://x${path}`).pathname), {
      status: 200,
      headers: { 'Content-Type': 'text/css; charset=UTF-8' },
    })
    return page
  }
  await check('/console/sign-in', 200)
  await check('/console/nope', 404)
  await check('/console/a/b/c', 404)
  await signIn('admin')
  for (const name of PAGES) {
    const page = await check(`/console/${name}`, 200)
    const current = page.all('a').filter(each => attribute(each, 'aria-current') === 'page')
    t.same(
      current.map(each => attribute(each, 'href')),
      [`./${name}`],
    )
    t.same(page.all('nav').length, 1)
    const levels = [...page.body.matchAll(/<h(\d)/g)].map(([, level]) => Number(level))
    t.ok(
      levels.every((level, i) => level <= (levels[i - 1] ?? 0) + 1),
      'no heading is skipped',
    )
  }
  await check('/console/sign-out', 200)
})

t.test('the site at a glance', async t => {
  const { browser, send } = await openConsole({
    title: '<b>Salt</b> & pepper',
    console: { versions: { Platen: '1.2.3', '<i>': '"4"' } },
  })
  const { visit, signIn } = browser()
  await signIn('admin')
  const count = async (label: string) => {
    const { all } = await visit('/console/')
    const terms = all('dt').map(textOf)
    return textOf(all('dd')[terms.indexOf(label)])
  }
  const before = Number(await count('Posts'))
  for (const status of ['draft', 'publish', 'private', 'future'])
    await send('POST /posts', {
      body: { title: 'x', status, ...(status === 'future' ? { date: '2099-01-01T00:00:00' } : {}) },
    })
  t.equal(await count('Posts'), String(before + 4), 'drafts count as well')
  t.equal(await count('Users'), '5')
  t.equal(await count('Media'), '0')
  t.equal(await count('Title'), '<b>Salt</b> & pepper')
  t.equal(await count('Platen'), '1.2.3')
  t.equal(await count('<i>'), '"4"')
  t.equal(await count('URL of the interface'), 'https://site.example/cms-json')
})

for (const role of ['editor', 'author', 'contributor', 'subscriber']) {
  t.test(`the role ${role} sees none of it`, async t => {
    const { browser } = await openConsole()
    const { visit, signIn, post } = browser()
    await signIn(role)
    for (const name of ADMINISTRATION) {
      const page = await visit(`/console/${name}`)
      t.match(page, { status: 403, text: /not allowed/ }, name)
      t.same(page.errors, [])
      t.same(
        page.all('nav').flatMap(nav => textOf(nav).trim().split(/\s+/)),
        role === 'subscriber' ? ['Profile'] : ['API', 'Profile'],
        'the menu has nothing else',
      )
      t.same(page.all('form').length, 0)
    }
    t.match(await visit('/console/'), { status: 303, location: '/console/profile' })
    t.match(await post('/console/themes', { stylesheet: 'garden' }), { status: 403 })
    t.equal((await visit('/console/sign-out')).status, 200)
  })
}

t.test('methods and URLs', async t => {
  const { site } = await makeSite()
  await site.ready()
  const handle = createConsole(site, { path: '/back/office/' })
  for (const url of ['/', '/console', '/back', '/back/officer', '//back/office/', '/cms-json/', ''])
    t.equal(await handle({ method: 'GET', url }), undefined, url)
  t.match(await handle({ method: 'GET', url: '/back/office' }), { status: 303, headers: { Location: 'office/' } })
  t.match(await handle({ method: 'HEAD', url: '/back/office/sign-in' }), { status: 200, body: '' })
  for (const method of ['PUT', 'DELETE', 'OPTIONS', 'post'])
    t.match(await handle({ method, url: '/back/office/themes' }), {
      status: 405,
      headers: { Allow: 'GET, HEAD, POST' },
    })
  t.match(await handle({ method: 'POST', url: '/back/office/' }), { status: 405, headers: { Allow: 'GET, HEAD' } })
  t.match(await handle({ method: 'POST', url: '/back/office/style.css' }), { status: 405 })
})

t.test('bodies that are not forms', async t => {
  const { site } = await makeSite()
  await site.ready()
  const handle = createConsole(site)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = (text: string, headers: Record<string, string> = form) =>
    handle({ method: 'POST', url: '/console/sign-in', headers, body: { kind: 'text', text } })
  t.match(await send('x'.repeat(70_000)), { status: 413 })
  t.match(await send('{}', { 'content-type': 'application/json' }), { status: 415 })
  t.match(await send('x', {}), { status: 415 })
  t.match(await send('login[]=admin&login[a]=b&__proto__=x&password=%ff%fe'), { status: 403 })
  const parsed = { kind: 'json', value: { login: 'admin', password: 'secret' } } as const
  const multipart = async (files: readonly UploadedFile[]) => {
    const fields = Object.entries(parsed.value)
    return handle({ method: 'POST', url: '/console/sign-in', body: { kind: 'multipart', form: { fields, files } } })
  }
  t.match(await multipart([]), { status: 303 })
  const file = { field: 'file', name: 'a.txt', type: 'text/plain', bytes: new Uint8Array() }
  t.match(await multipart([file]), { status: 415, body: /without files/ })
  t.match(await handle({ method: 'POST', url: '/console/sign-in', headers: {}, body: parsed }), { status: 303 })
})

t.test('all texts can be translated', async t => {
  const messages = { language: 'de', signIn: 'Anmelden <&>', console: 'Verwaltung', themes: 'Designs' }
  const { browser } = await openConsole({ console: { messages }, dialect: wpDialect })
  const { visit, signIn } = browser()
  const form = await visit('/console/sign-in')
  t.equal(attribute(form.all('html')[0], 'lang'), 'de')
  t.equal(textOf(form.all('button')[0]), 'Anmelden <&>')
  await signIn('admin')
  t.match((await visit('/console/themes')).all('h1').map(textOf), ['Designs'])
})

t.test('unknown and invalid options are refused', async t => {
  const { site } = await makeSite()
  for (const [options, message] of [
    [{ paths: '/admin' }, /createConsole: unknown key "paths"; did you mean "path"\?/],
    [{ url: '/console' }, /"url" must be a URL/],
    [{ messages: { signin: 'Anmelden' } }, /unknown key "messages\.signin"; did you mean "messages\.signIn"\?/],
    [{ translations: { de: { signIn: 5 } } }, /"translations\.de\.signIn" must be a string/],
  ] as const)
    t.throws(() => createConsole(site, options as object), { name: 'RangeError', message })
  const messages: object = { signIn: undefined, 'error.own_code': 'No.', 'health.own.good': 'Good' }
  const handle = createConsole(site, { messages })
  t.match((await handle({ method: 'GET', url: '/console/sign-in' }))?.body, '<h1>Sign in</h1>')
})

interface HtmlModule {
  readonly html: (strings: TemplateStringsArray, ...values: readonly unknown[]) => object
  readonly htmlText: (value: object) => string
}

const path = new URL('../../../packages/console/dist/html.js', import.meta.url).href
const { html, htmlText } = (await import(path)) as HtmlModule

t.test('values are escaped', async t => {
  const evil = `<script>'"&`
  const escaped = '&lt;script&gt;&#039;&quot;&amp;'
  t.equal(htmlText(html`<a title="${evil}">${evil}</a>`), `<a title="${escaped}">${escaped}</a>`)
  t.equal(htmlText(html`${undefined}${false}${0}${''}`), '0')
  t.equal(htmlText(html`${[html`<i>${evil}</i>`, '<', ['>']]}`), `<i>${escaped}</i>&lt;&gt;`)
})

const PATH = '/console/profile'
const FIELDS = ['name', 'first_name', 'last_name', 'nickname']

async function open() {
  const { browser, store, users } = await openConsole()
  const id = users.get('subscriber')?.id ?? 0
  const [own, admin] = [browser(), browser()]
  await own.signIn('subscriber')
  await admin.signIn('admin')
  const rename = (name: string) => own.press(PATH, 'Save', Object.fromEntries(FIELDS.map(field => [field, name])))
  return { own, admin, rename, stored: () => usersIn(store).get(id) }
}

t.test('names are shown as people wrote them, and sending them again changes nothing', async t => {
  const { own, admin, rename, stored } = await open()
  for (const name of ['Sam & co', '5 > 3', '"Quoted" \'name\'']) {
    await rename(name)
    const inputs = (await own.visit(PATH)).all('input')
    for (const field of FIELDS) {
      const input = inputs.find(each => attribute(each, 'name') === field)
      t.equal(attribute(input, 'value'), name, field)
    }
    for (const page of [PATH, '/console/sign-out']) t.ok((await own.visit(page)).text.includes(name), page)
    t.match((await admin.visit('/console/users?search=subscriber')).all('h2').map(textOf), [name])
    const { displayName, firstName, lastName, nickname } = (await stored()) ?? {}
    await own.press(PATH, 'Save')
    t.match(await stored(), { displayName, firstName, lastName, nickname })
  }
})

interface ReturnUrlModule {
  readonly parseReturnUrl: (given: string) => URL | 'invalid' | 'scheme'
  readonly targetOf: (url: URL) => string
  readonly withParameters: (url: URL, parameters: Readonly<Record<string, string>>) => URL
}

const returnUrlPath = new URL('../../../packages/console/dist/return-url.js', import.meta.url).href
const { parseReturnUrl, targetOf, withParameters } = (await import(returnUrlPath)) as ReturnUrlModule

for (const [given, place] of [
  ['https://app.example/done?a=1#b', 'https://app.example'],
  ['HTTPS://App.Example:443', 'https://app.example'],
  ['https://app.example:8443/', 'https://app.example:8443'],
  ['https://site.example@evil.example/', 'https://evil.example'],
  ['https://b%C3%BCcher.example/', 'https://xn--bcher-kva.example'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example'],
  ['https://[2001:db8::1]/', 'https://[2001:db8::1]'],
  ['myapp://site.example/done', 'myapp:'],
  ['com.example.app:/done', 'com.example.app:'],
  ['web+app:done', 'web+app:'],
] as const) {
  t.test(`points to ${place}: ${given}`, async t => {
    const url = parseReturnUrl(given)
    t.equal(url instanceof URL ? targetOf(url) : url, place)
  })
}

for (const [given, refusal] of [
  ['http://app.example/', 'scheme'],
  ['JAVASCRIPT:alert(1)', 'scheme'],
  ['ms-settings:x', 'scheme'],
  ['nothing', 'invalid'],
  ['', 'invalid'],
  ['https://app.example/a b', 'invalid'],
  ['https://app.example/\u007f', 'invalid'],
  [`https://app.example/${'x'.repeat(2048)}`, 'invalid'],
] as const)
  t.test(`${refusal}: ${JSON.stringify(given.slice(0, 40))}`, async t => t.equal(parseReturnUrl(given), refusal))

t.test('parameters are added, and replace existing ones with the same names', async t => {
  const url = new URL('myapp:done?a=1&b=2&b=3#end')
  t.equal(withParameters(url, { b: 'x&y', c: 'ü' }).href, 'myapp:done?a=1&b=x%26y&c=%C3%BC#end')
  t.equal(url.href, 'myapp:done?a=1&b=2&b=3#end', 'the URL itself stays')
})

t.test('letters outside of ASCII are accepted in a process that has parsed many URLs', async t => {
  for (let count = 0; count < 100_000; count++) parseReturnUrl('https://app.example/')
  t.ok(parseReturnUrl('https://bücher.example/') instanceof URL)
})
