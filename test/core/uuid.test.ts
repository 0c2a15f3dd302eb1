import { isUuid, newUuid } from '@platen/core'
import t from 'tap'

t.test('new UUIDs are UUIDs, and differ', async t => {
  const made = Array.from({ length: 100 }, newUuid)
  t.ok(made.every(isUuid))
  t.equal(new Set(made).size, 100)
  t.match(made[0], /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

t.test('other texts are not UUIDs', async t => {
  const [uuid = ''] = [newUuid()]
  for (const text of ['', uuid.toUpperCase(), `{${uuid}}`, uuid.slice(1), `${uuid}\n`]) t.notOk(isUuid(text), text)
})
