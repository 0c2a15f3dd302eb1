import { metaIn } from '@platen/site'
import { inTransaction } from '@platen/site/extend'
import { addMeta, type MetaValue } from '@platen/site/import'
import t from 'tap'
import { makeSite } from '../make-site.js'

const values: Record<string, { given: MetaValue; stored: unknown }> = {
  'a value of an unregistered key': { given: { key: 'any', value: { a: [1] } }, stored: { a: [1] } },
  'a value that fits': { given: { key: 'rating', value: '4' }, stored: 4 },
  'a value that does not fit': { given: { key: 'rating', value: 'four' }, stored: 'four' },
  'a filtered value': { given: { key: 'loud', value: 'hey' }, stored: 'HEY' },
}
for (const [name, { given, stored }] of Object.entries(values)) {
  t.test(name, async t => {
    const { site, store } = await makeSite({
      register(site) {
        site.registerMeta({ object: 'post', subtype: 'post', key: 'rating', type: 'integer', single: true })
        site.registerMeta({
          object: 'post',
          subtype: 'post',
          key: 'loud',
          type: 'string',
          filter: value => String(value).toUpperCase(),
        })
      },
    })
    const object = { kind: 'post', subtype: 'post', object: 7, values: [given] }
    await inTransaction(site.context, tx => addMeta(tx, site.system, [object, { ...object, values: [] }]))
    t.strictSame(
      (await metaIn(store).find({})).records.map(({ object, key, value }) => [object, key, value]),
      [[7, given.key, stored]],
    )
  })
}
