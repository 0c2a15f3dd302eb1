import { wpDialect } from '@platen/site'
import t from 'tap'
import { openConsole, textOf } from '../open-console.js'

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
