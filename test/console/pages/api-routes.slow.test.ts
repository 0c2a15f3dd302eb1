import { wpDialect } from '@platen/site'
import t from 'tap'
import { attribute, openConsole } from '../open-console.js'

const PATH = '/console/api'

t.test('the routes of a site are listed, and each of them has a page', async t => {
  for (const dialect of [undefined, wpDialect]) {
    const { browser, site } = await openConsole(dialect && { dialect })
    const { signIn, visit } = browser()
    await signIn('admin')
    const list = await visit(PATH)
    t.same(list.errors, [])
    const routes = list
      .all('a')
      .map(link => attribute(link, 'href') ?? '')
      .filter(href => href.startsWith('api?route='))
    const patterns = site.context.registry.routes().map(({ path }) => path.pattern)
    t.equal(routes.length, new Set(patterns).size)
    for (const route of routes) {
      const page = await visit(`/console/${route}`)
      const ids = [...page.all('input'), ...page.all('select')].flatMap(field => attribute(field, 'id') ?? [])
      const { status, errors } = page
      const hasForms = page.all('form').length > 0
      t.same(
        { status, errors, hasForms, ids: [...new Set(ids)] },
        { status: 200, errors: [], hasForms: true, ids },
        route,
      )
    }
  }
})
