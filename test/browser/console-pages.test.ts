import { type ConsoleMessages, englishMessages } from '@platen/console'
import t from 'tap'
import { checkLooks, checkTabOrder, screenshots, takeScreenshot } from './check-page.js'
import { type ConsolePage, consolePages } from './console-pages.js'
import { fillGarden, gardenPlugins, gardenThemes } from './fill-garden.js'
import { linkTargets, overflowing } from './in-page.js'
import { openBrowser, withoutBrowser } from './open-browser.js'
import { serveConsole } from './serve-console.js'
import { PHONE } from './watched-page.js'

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
  const linked = new Set<string>()
  for (const [as, pages] of byUser(consolePages)) {
    // A page for each user, not for each test: to open one takes longer than to test it.
    t.test(as ?? 'nobody', t =>
      visit(t, { ...(as && { as }), expected: /status of 40[034]/ }, async page => {
        for (const { name, path, status = 200 } of pages)
          await t.test(name, async t => {
            const response = await page.goto(root + path)
            t.equal(response?.status(), status)
            await checkLooks(t, page, `console-${name}`)
            await checkTabOrder(t, page)
            for (const link of await page.evaluate(linkTargets))
              if (link.startsWith(root)) linked.add(link.slice(root.length).replace(/[?#].*/, ''))
          })
      }),
    )
  }

  t.test('long texts, from right to left, on a phone', async t => {
    const options = { themes: gardenThemes, plugins: gardenPlugins(t), console: { messages: longMessages() } }
    const { url, visit } = await serveConsole(t, browser, options)
    await visit(t, { as: 'admin', expected: /status of 40[034]/ }, async page => {
      await page.setViewportSize(PHONE)
      for (const { name, path, as } of consolePages) {
        if (as !== undefined) continue
        await page.goto(`${url}/console/${path}`)
        t.same(await page.evaluate(overflowing), [], `${name}: nothing is wider than the window`)
        if (name === 'overview' || name === 'users') await takeScreenshot(page, `console-${name}-long`)
      }
    })
  })

  t.test('the table has every page to which pages link', async t => {
    const known = consolePages.map(({ path }) => path.replace(/\?.*/, ''))
    t.ok(linked.size > 4)
    t.same(
      [...linked].filter(path => !known.includes(path)),
      [],
    )
  })
})

/** Texts with words as long as in some languages, for a direction in which nothing may be fixed to the left. */
function longMessages(): ConsoleMessages {
  const texts = Object.entries(englishMessages).map(([key, text]) => [key, `${text} ${text.replaceAll(/[ .,]/g, '')}`])
  return { ...Object.fromEntries(texts), language: 'en', direction: 'rtl' }
}

function byUser(pages: readonly ConsolePage[]): ReadonlyMap<string | undefined, readonly ConsolePage[]> {
  const found = new Map<string | undefined, ConsolePage[]>()
  for (const page of pages) {
    const as = page.as === undefined ? 'admin' : page.as || undefined
    found.set(as, [...(found.get(as) ?? []), page])
  }
  return found
}
