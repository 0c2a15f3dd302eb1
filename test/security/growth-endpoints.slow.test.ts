import { createMemoryStorage } from '@platen/media'
import t from 'tap'
import { registerFixture } from '../parity/fixture.js'
import { makeSite } from '../site/make-site.js'
import { isWhole } from './alphabets.js'
import { fillSite, growthTargets, requestOf, targetComplaints } from './endpoint-growth.js'
import { unlimited } from './unlimited.js'

t.setTimeout(isWhole ? 1_800_000 : 280_000)

async function open() {
  const storage = createMemoryStorage({ url: 'https://site.example/files' })
  const { site } = await makeSite({ register: registerFixture, limits: unlimited, media: { storage } })
  return fillSite(site)
}

t.test('every text and every list of every endpoint', async t => {
  let filled = await open()
  const targets = growthTargets(filled.site.context.registry.routes(), () => true)
  t.ok(targets.length > 300)
  // Of another number than the texts take turns in, so that each route meets each text.
  const patterns = new Set([...new Set(targets.map(({ route }) => route.path.pattern))])
  let last = ''
  let tried = 0
  let accepted = 0
  const turns = new Map<string, number>()
  for (const [at, target] of targets.entries()) {
    const { pattern } = target.route.path
    const turn = turns.get(target.codePath) ?? 0
    turns.set(target.codePath, turn + 1)
    if (!patterns.has(pattern)) continue
    tried++
    // Created records would slow down later requests.
    if (pattern !== last) filled = await open()
    last = pattern
    const sharing = targets.filter(({ codePath }) => codePath === target.codePath).length
    for (const complaint of await targetComplaints(target, filled, isWhole ? 'all' : { turn, sharing, at }))
      t.fail(complaint)
    const [shortest] = target.values
    const { status } = await filled.site.dispatch(requestOf(target, shortest?.params(10) ?? {}, filled))
    if (status < 300) accepted++
  }
  // Otherwise only the refusal would be measured.
  t.ok(accepted > tried / 2, `${accepted} of ${tried} are accepted`)
})
