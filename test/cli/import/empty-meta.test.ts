import { metaIn } from '@platen/site'
import { importUser } from '@platen/site/import'
import t from 'tap'
import { element, item, meta } from '../export-text.js'
import { newSite } from '../new-site.js'
import { comment, importText, metaOf } from './imported.js'

const VALUES = {
  flag: { type: 'boolean', empty: false },
  count: { type: 'integer', empty: 0 },
  size: { type: 'number', empty: 0 },
  word: { type: 'string', empty: '' },
} as const

for (const object of ['post', 'term', 'comment'] as const) {
  t.test(`empty values of ${object}s are false or 0`, async t => {
    const site = await newSite(t)
    for (const [key, { type }] of Object.entries(VALUES)) {
      site.registerMeta({ object, key, type, single: true, showInRest: true })
      site.registerMeta({ object, key: `${key}s`, type, showInRest: true })
    }
    const items = { type: 'array', schema: { items: { type: 'boolean' } } } as const
    site.registerMeta({ object, key: 'items', ...items, single: true, showInRest: true })
    const schema = {
      properties: { on: { type: 'boolean' }, at: { type: ['integer', 'null'] }, name: { type: 'string' } },
    } as const
    site.registerMeta({ object, key: 'map', type: 'object', schema, single: true, showInRest: true })
    const pairs: [string, string][] = Object.keys(VALUES).flatMap(key => [
      [key, ''],
      [`${key}s`, ''],
      [`${key}s`, '1'],
    ])
    pairs.push(['items', 'a:2:{i:0;s:0:"";i:1;s:1:"1";}'])
    pairs.push(['map', 'a:3:{s:2:"on";s:0:"";s:2:"at";s:0:"";s:4:"name";s:0:"";}'])
    pairs.push(['unregistered', ''])
    const pair = (name: string) =>
      pairs.map(([key, value]) => element(`wp:${name}`, { 'wp:meta_key': key, 'wp:meta_value': value })).join('')
    const term = { 'wp:term_id': 5, 'wp:term_taxonomy': 'category', 'wp:term_slug': 'a', 'wp:term_name': 'A' }
    await importText(
      site,
      element('wp:term', term, object === 'term' ? pair('termmeta') : '') +
        item(
          { title: 'Post', guid: 'p', post_id: 6 },
          (object === 'post' ? pair('postmeta') : '') +
            comment(7, 0, 'C').replace(
              '</wp:comment>',
              `${object === 'comment' ? pair('commentmeta') : ''}</wp:comment>`,
            ),
        ),
    )
    const [path, id] = { post: ['posts', 6], term: ['categories', 5], comment: ['comments', 7] }[object] as [
      string,
      number,
    ]
    const { body } = await site.dispatch<{ meta: Record<string, unknown> }>({
      method: 'GET',
      path: `/cms/v2/${path}/${id}`,
    })
    const shown = body.meta
    for (const [key, { empty, type }] of Object.entries(VALUES)) {
      const one = type === 'boolean' ? true : type === 'string' ? '1' : 1
      t.equal(shown[key], empty, key)
      t.same(shown[`${key}s`], [empty, one], `${key}s`)
    }
    t.same(shown['items'], [false, true])
    t.same(shown['map'], { on: false, at: 0, name: '' })
    t.match(await metaOf(site, id), { flag: false, unregistered: '' })
  })
}

t.test('values that are stored as empty texts, of users too', async t => {
  const site = await newSite(t)
  site.registerMeta({ object: 'user', key: 'flag', type: 'boolean', single: true, showInRest: true })
  const { id } = await site.content.transaction(
    async tx => (await importUser(tx, site.system, { login: 'ada', id: 44 })).user,
  )
  t.equal(id, 44)
  await metaIn(site.context.store).insert({ kind: 'user', object: id, key: 'flag', value: '' })
  await importText(site, item({ title: 'P', guid: 'p', creator: 'ada' }, meta('x', '')))
  const { body } = await site.dispatch<{ meta: unknown }>({ method: 'GET', path: `/cms/v2/users/${id}` })
  t.match(body, { meta: { flag: false } })
})
