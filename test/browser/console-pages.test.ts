import t from 'tap'
import { checkLooks, checkTabOrder, screenshots } from './check-page.js'
import { consolePages } from './console-pages.js'
import { fillGarden, gardenPlugins, gardenThemes } from './fill-garden.js'
import { linkTargets } from './in-page.js'
import { openBrowser, withoutBrowser } from './open-browser.js'
import { serveConsole } from './serve-console.js'

t.setTimeout(280_000)

t.test('every page of the console', { skip: withoutBrowser }, async t => {
  t.comment(`Screenshots: ${screenshots}`)
  const browser = await openBrowser(t)
  const { site, admin, url, visit } = await serveConsole(t, browser, {
    themes: gardenThemes,
    plugins: gardenPlugins(t),
  })
  await fillGarden(site, admin)
  const root = `${url}/console/`
  for (const { name, path, as = 'admin', status = 200 } of consolePages) {
    t.test(name, t =>
      visit(t, { ...(as && { as }), expected: RegExp(`status of ${status}`) }, async page => {
        const response = await page.goto(root + path)
        t.equal(response?.status(), status)
        await checkLooks(t, page, `console-${name}`)
        await checkTabOrder(t, page)
      }),
    )
  }

  t.test('the table has every page that the pages link to', t =>
    visit(t, { as: 'admin' }, async page => {
      const known = consolePages.map(({ path }) => path.replace(/\?.*/, ''))
      const linked = new Set([''])
      for (const path of linked) {
        await page.goto(root + path)
        for (const link of await page.evaluate(linkTargets))
          if (link.startsWith(root)) linked.add(link.slice(root.length).replace(/[?#].*/, ''))
      }
      t.ok(linked.size > 4)
      t.same(
        [...linked].filter(path => !known.includes(path)),
        [],
      )
    }),
  )
})
