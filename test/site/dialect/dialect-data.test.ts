import { cmsDialect, wpDialect } from '@platen/site'
import t from 'tap'

t.test('dialects are frozen data', async t => {
  for (const dialect of [cmsDialect, wpDialect]) {
    t.ok(Object.isFrozen(dialect))
    t.ok(Object.isFrozen(dialect.clientErrorStatuses))
    t.ok(Object.isFrozen(dialect.searchTypes))
  }
  t.same(Object.keys(cmsDialect).sort(), Object.keys(wpDialect).sort(), 'one has a word for whatever the other has')
})

t.test('every mistake has a status in both dialects', async t => {
  for (const code of Object.keys(cmsDialect.clientErrorStatuses)) {
    t.ok([400, 404, 409, 415].includes(cmsDialect.clientErrorStatuses[code] ?? 0), code)
    t.equal(wpDialect.clientErrorStatuses[code], 500, code)
  }
})
