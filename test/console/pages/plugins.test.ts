import { pluginsIn } from '@platen/site'
import t from 'tap'
import { routed, type TestPackage, temporaryFolder, writePackages } from '../../site/plugins/plugin-packages.js'
import { openConsole, textOf } from '../open-console.js'

const EVIL = `"><script>alert(1)</script> & co`
const packages: Readonly<Record<string, TestPackage>> = {
  hello: { entry: routed('hello', '1') },
  evil: { platen: { name: EVIL, description: EVIL, author: EVIL } },
  failing: { entry: `throw new Error(${JSON.stringify(`it failed ${EVIL}`)})` },
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
    [{ plugin: EVIL }, 404],
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
  writePackages(folder, { late: { entry: `throw new Error(${JSON.stringify(`no luck ${EVIL}`)})` } })
  const { browser } = await openConsole({ store, plugins: pluginsIn(folder), onError: () => {} })
  const { signIn, visit } = browser()
  await signIn('admin')
  const page = await visit('/console/plugins')
  t.same(page.errors, [])
  t.match(page.text, /Failed Error: .*no luck/)
})
