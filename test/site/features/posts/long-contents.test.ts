import { postContent, postSaved } from '@platen/site/extend'
import t from 'tap'
import { makeSite } from '../../make-site.js'

t.test('other work of the process runs between storing and rendering a long content', async t => {
  const order: string[] = []
  const { send } = await makeSite({
    register(site) {
      site.on(postSaved, () => {
        order.push('stored')
        setImmediate(() => order.push('other'))
      })
      site.filter(postContent, ({ value }) => {
        order.push('rendered')
        return value
      })
    },
  })
  const created = await send('POST /posts', {
    as: 'contributor',
    body: { title: 'A', content: 'word '.repeat(100_000) },
  })
  t.equal(created.status, 201)
  t.match(order, ['stored', 'other', 'rendered'])
})
