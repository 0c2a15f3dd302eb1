import { applicationPasswordsIn } from '@platen/site'
import t from 'tap'
import { type Browser, fieldsOf, openConsole, textOf } from '../console/open-console.js'
import { bodyOf } from './specified.js'

const APP_ID = '11111111-2222-4333-8444-555555555555'
const SUCCESS = 'https://app.example/yes'
const REJECT = 'https://app.example/no'

type Parameters = Readonly<Record<string, string>>

interface Discovery {
  readonly authentication: {
    readonly 'application-passwords'?: { readonly endpoints: { readonly authorization: string } }
  }
}

/** The `{authorize_url}` with parameters, as a path. */
async function addressOf({ send }: Awaited<ReturnType<typeof openConsole>>, parameters: Parameters): Promise<string> {
  const { authentication } = bodyOf<Discovery>(await send('GET //'))
  const url = authentication['application-passwords']?.endpoints.authorization ?? ''
  return `${new URL(url).pathname}?${new URLSearchParams(parameters)}`
}

/** A user who has signed in, at the page that an application has opened. */
async function opened(parameters: Parameters) {
  const made = await openConsole()
  const tab = made.browser()
  await tab.signIn('author')
  const path = await addressOf(made, parameters)
  const send = async (decision: string) => {
    const page = await tab.visit(path)
    return tab.post(path, { ...fieldsOf(page.all('form')[0]), decision })
  }
  const stored = async () => (await applicationPasswordsIn(made.store).find({})).records
  return { ...made, tab, path, stored, approve: () => send('approve'), refuse: () => send('refuse') }
}

t.test('5.8: `app_name`: human-readable name; becomes the password name', async t => {
  const { tab, path, approve, stored } = await opened({ app_name: 'My phone & I' })
  t.match((await tab.visit(path)).text, /My phone & I/)
  await approve()
  t.match(await stored(), [{ name: /^My phone &(amp;)? I$/ }])
})

t.test('5.8: `app_id`: application identifier for grouping passwords', async t => {
  const { approve, stored } = await opened({ app_name: 'Phone', app_id: APP_ID })
  await approve()
  await approve()
  t.match(await stored(), [{ appId: APP_ID }, { appId: APP_ID }])
  const bare = await opened({ app_name: 'Phone' })
  await bare.approve()
  t.match(await bare.stored(), [{ appId: '' }])
  const wrong = await opened({ app_name: 'Phone', app_id: 'not-a-uuid' })
  t.match(await wrong.tab.visit(wrong.path), { status: 400, text: /UUID/ })
})

t.test('5.8: `success_url`: after approval, with `site_url`, `user_login` and `password` added', async t => {
  const { approve, site } = await opened({ app_name: 'Phone', success_url: `${SUCCESS}?own=1` })
  const answer = await approve()
  t.equal(answer.status, 303)
  const target = new URL(String(answer.headers['Location']))
  const { password = '', ...others } = Object.fromEntries(target.searchParams)
  t.equal(target.origin + target.pathname, SUCCESS)
  t.same(others, { own: '1', site_url: 'https://site.example', user_login: 'author' })
  const authorization = `Basic ${Buffer.from(`author:${password}`).toString('base64')}`
  const found = await site.authenticate({ method: 'GET', path: '/', headers: { authorization } })
  t.ok(found.authenticated)
})

t.test('5.8: `success_url`: if omitted the password is displayed to the user', async t => {
  const { approve, site } = await opened({ app_name: 'Phone' })
  const page = await approve()
  t.equal(page.status, 200)
  const authorization = `Basic ${Buffer.from(`author:${textOf(page.all('code')[0])}`).toString('base64')}`
  t.ok((await site.authenticate({ method: 'GET', path: '/', headers: { authorization } })).authenticated)
})

for (const [sentence, parameters, location] of [
  ['redirect target on refusal', { success_url: SUCCESS, reject_url: REJECT }, REJECT],
  ['if omitted, redirect to `success_url` with `success=false`', { success_url: SUCCESS }, `${SUCCESS}?success=false`],
  ['if neither is given, redirect to the admin console', {}, '/console/'],
] as const) {
  t.test(`5.8: \`reject_url\`: ${sentence}`, async t => {
    const { refuse, stored } = await opened({ app_name: 'Phone', ...parameters })
    t.match(await refuse(), { status: 303, location })
    t.same(await stored(), [])
  })
}

for (const name of ['success_url', 'reject_url']) {
  t.test(`5.8: \`${name}\` must use https:// or a custom application scheme`, async t => {
    for (const url of ['https://app.example/', 'myapp://done', 'com.example.app:/done']) {
      const { tab, path } = await opened({ app_name: 'Phone', [name]: url })
      t.equal((await tab.visit(path)).status, 200, url)
    }
    for (const url of ['http://app.example/', 'javascript:alert(1)', 'ftp://app.example/', 'app.example', '/done']) {
      const { tab, path } = await opened({ app_name: 'Phone', [name]: url })
      const page = await tab.visit(path)
      t.match(page, { status: 400, text: new RegExp(name) }, url)
      t.equal(page.all('form').length, 0, url)
    }
  })
}

t.test('5.8: the parameter set is carried in `redirect` through the login, and the flow continues', async t => {
  const made = await openConsole()
  const tab: Browser = made.browser()
  const parameters = { app_name: 'Phone', app_id: APP_ID, success_url: `${SUCCESS}?a=1&b=2`, reject_url: REJECT }
  const path = await addressOf(made, parameters)
  const login = await tab.visit(path)
  t.equal(login.status, 303)
  const carried = new URL(login.location ?? '', 'https://site.example').searchParams.get('redirect') ?? ''
  t.same(Object.fromEntries(new URLSearchParams(carried.slice(carried.indexOf('?')))), parameters)
  const back = await tab.signIn('author', login.location)
  const page = await tab.visit(back.location ?? '')
  const answer = await tab.post(back.location ?? '', { ...fieldsOf(page.all('form')[0]), decision: 'approve' })
  t.match(answer.headers['Location'], /^https:\/\/app\.example\/yes\?a=1&b=2&site_url=/)
  t.match((await applicationPasswordsIn(made.store).find({})).records, [{ name: 'Phone', appId: APP_ID }])
})
