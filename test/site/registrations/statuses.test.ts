import type { PostStatusOptions } from '@platen/site/extend'
import t from 'tap'
import { makeSite } from '../make-site.js'

const late = (options: PostStatusOptions) =>
  makeSite({ register: site => void site.registerStatus('late', { label: 'Late', ...options }) })

t.test('whether the interface has a status', async t => {
  for (const options of [{ public: true }, { protected: true }])
    for (const showInRest of [true, false]) {
      const { send } = await late({ ...options, showInRest })
      t.equal('late' in ((await send('GET /statuses')).body as object), showInRest)
      t.equal((await send('GET /statuses/late')).status, showInRest ? 200 : 403)
    }
  const { send } = await late({ internal: true })
  t.notOk('late' in ((await send('GET /statuses')).body as object))
})

t.test('the description of a status for clients', async t => {
  for (const on of [true, false]) {
    const { send } = await late({ public: true, queryable: on, showInList: on, dateFloating: on })
    t.match((await send('GET /statuses/late?context=edit')).body, {
      name: 'Late',
      queryable: on,
      show_in_list: on,
      date_floating: on,
    })
  }
})
