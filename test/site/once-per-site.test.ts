import t from 'tap'
import { loadModule } from './load-module.js'
import { makeSite } from './make-site.js'

const { oncePerSite } = await loadModule<typeof import('../../packages/site/src/kernel/context/once-per-site.js')>(
  'kernel/context/once-per-site.js',
)

t.test('a value is created once for each site', async t => {
  const [one, other] = [(await makeSite()).site.context, (await makeSite()).site.context]
  let created = 0
  const shared = oncePerSite(site => {
    created++
    return { url: site.url }
  })
  t.equal(created, 0, 'on first use')
  t.equal(shared(one), shared(one))
  t.not(shared(one), shared(other))
  t.equal(created, 2)
})

t.test('a failure is not memoized', async t => {
  const { context } = (await makeSite()).site
  let attempts = 0
  const shared = oncePerSite(() => {
    if (++attempts === 1) throw new Error('not yet')
    return {}
  })
  t.throws(() => shared(context), { message: 'not yet' })
  t.ok(shared(context))
})
