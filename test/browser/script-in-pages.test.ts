import { SAFE_SCHEMES } from '@platen/core'
import { filterEmbedHtml } from '@platen/rendering'
import type { Page } from 'playwright-core'
import t from 'tap'
import { chooseSeed } from '../robustness/random.js'
import { hostileMarkup } from '../security/hostile-markup.js'
import { policies } from '../security/judge-markup.js'
import { mutatingMarkup } from '../security/mutating-markup.js'
import { type Place, places } from '../security/stored-script.js'
import { judgeShown, type SentPolicy, type ShownHtml, type ShownJudgement } from './judge-in-page.js'
import { openBrowser, withoutBrowser } from './open-browser.js'

t.setTimeout(280_000)

const sent: Readonly<Record<string, SentPolicy>> = Object.fromEntries(
  Object.entries(policies).map(([name, { elements, everywhere }]) => [
    name,
    { elements: [...elements].map(([element, attributes]) => [element, [...attributes]]), everywhere: [...everywhere] },
  ]),
)

/** The policy of each place; the others have that of content. */
const OWN_POLICY: Partial<Record<string, string>> = {
  title: 'title',
  comment: 'comment',
  description: 'description',
  embed: 'embed',
}

const noFrames = { isAllowed: () => false, sandbox: '' }

/** Where texts are shown: also what is made of the HTML of other sites. */
const shownIn: Readonly<Record<Place | 'embed', (text: string) => string>> = {
  ...places,
  embed: text => filterEmbedHtml(text, noFrames),
}

/** The HTML of a text in all places. Only comments and embeds have to close all of their elements. */
const shownHtml = (text: string): readonly ShownHtml[] =>
  Object.entries(shownIn).map(([place, show]) => ({
    html: show(text),
    policy: OWN_POLICY[place] ?? 'content',
    isBalanced: place === 'comment' || place === 'embed',
  }))

/** What browsers must not show as it is. */
const HARMFUL = [
  '<img src=x onerror=alert("image")>',
  '<svg><a xlink:href="javascript:alert(1)"></a></svg>',
  '<a href="java&Tab;script:alert(\'link\')">x</a>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<script>alert("script")</script>',
  '<body class="x">',
  '<a href="x">',
  '<b><!-- > </b> -->',
  '</div>',
  '<!--',
]

t.test('what people and other sites write runs no script in a browser', { skip: withoutBrowser }, async t => {
  const browser = await openBrowser(t, ['--host-resolver-rules=MAP * ~NOTFOUND'])
  const page = await browser.newPage()
  const loaded: string[] = []
  page.on('request', request => {
    if (!['image', 'media'].includes(request.resourceType())) loaded.push(request.url())
  })
  const judge = (cases: readonly ShownHtml[]) => judgeIn(page, cases)

  const harmful = await judge(HARMFUL.map(html => ({ html, policy: 'comment', isBalanced: true })))
  for (const [index, complaint] of harmful.complaints.entries()) t.ok(complaint, `${HARMFUL[index]} is seen`)
  for (const name of ['image', 'link', 'script']) t.ok(harmful.ran.includes(name), `the script of the ${name} has run`)
  const harmless = await judge([{ html: '<p>a <a href="/x">b</a></p>', policy: 'comment', isBalanced: true }])
  t.same(harmless, { complaints: [null], ran: [] })
  loaded.length = 0

  const seed = chooseSeed()
  t.comment(`seed ${seed}`)
  const mutating = mutatingMarkup(seed)
  const hostile = hostileMarkup(seed)
  const wrong: string[] = []
  const count = 1_600
  for (let done = 0; done < count && wrong.length < 5; done += 20) {
    const texts = Array.from({ length: 20 }, (_, index) => (index % 4 === 0 ? hostile.text() : mutating()))
    const cases = texts.flatMap(text => shownHtml(text).map(each => ({ ...each, text })))
    const { complaints, ran } = await judge(cases)
    for (const [index, complaint] of complaints.entries())
      if (complaint !== undefined) wrong.push(`${complaint}\nof ${JSON.stringify(cases[index])}`)
    if (ran.length > 0) wrong.push(`a script ran in one of ${JSON.stringify(texts)}`)
  }
  t.same(wrong.slice(0, 5), [])
  t.same(loaded, [], 'nothing but images and recordings is loaded')
})

async function judgeIn(page: Page, cases: readonly ShownHtml[]) {
  // With another page for each batch, none has to hold all listeners.
  await page.goto('about:blank')
  const source = `(${judgeShown})(${[cases, sent, SAFE_SCHEMES].map(value => JSON.stringify(value)).join(', ')})`
  return (await page.evaluate(source)) as ShownJudgement
}
