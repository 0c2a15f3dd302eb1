import { filterEmbedHtml } from '@platen/rendering'
import t from 'tap'
import { chooseSeed } from '../robustness/random.js'
import { hostileMarkup } from './hostile-markup.js'
import { markupComplaint, policies } from './judge-markup.js'

t.setTimeout(120_000)

const PLAYER = 'https://player.example/1'
const frames = { isAllowed: (src: string) => src === PLAYER, sandbox: 'allow-scripts' }
const FRAMES = [
  `<iframe src="${PLAYER}">`,
  `<iframe src="${PLAYER}" `,
  '</iframe>',
  '<iframe src="https://evil.example/">',
  '<iframe src=javascript:x>',
  '<iframe srcdoc="<script>x</script>">',
]

/** The frames in HTML as they are written. */
const framesIn = (html: string) => [...html.matchAll(/<iframe[^>]*>/g)].map(([tag]) => tag)

t.test('no embed of another site runs a script here, or shows a frame of a host that is not allowed', async t => {
  const { text } = hostileMarkup(chooseSeed(11))
  let wrong = 0
  for (let index = 0; index < 10_000 && wrong < 5; index++) {
    const frame = FRAMES[index % FRAMES.length] as string
    const hostile = index % 2 === 0 ? frame + text() : text() + frame + text()
    const html = filterEmbedHtml(hostile, frames)
    const strange = framesIn(html).find(tag => !tag.startsWith(`<iframe src="${PLAYER}"`) || !tag.includes(' sandbox='))
    const complaint = markupComplaint(html, policies.embed) ?? strange
    if (complaint === undefined) continue
    wrong++
    t.fail(`${complaint}\nof ${JSON.stringify(hostile)}\nis ${JSON.stringify(html)}`)
  }
  t.equal(wrong, 0)
})
