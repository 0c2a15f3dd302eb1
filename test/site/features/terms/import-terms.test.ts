import { metaIn, type TermRecord, termsIn } from '@platen/site'
import { inTransaction, termSaved } from '@platen/site/extend'
import { type ImportedTerm, importTerm, placeTerms } from '@platen/site/import'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const importOne = (made: TestSite, given: Partial<ImportedTerm>) =>
  inTransaction(made.site.context, tx =>
    importTerm(tx, made.site.system, { taxonomy: 'category', slug: '', name: '', ...given }),
  )
const place = (made: TestSite, links: readonly { readonly id: number; readonly parent: number }[]) =>
  inTransaction(made.site.context, tx => placeTerms(tx, made.site.system, links))
const idOf = async (made: TestSite, given: Partial<ImportedTerm>) => (await importOne(made, given))?.term.id ?? 0

onEveryStore(t, 'terms of another site', async (t, make) => {
  const made = await make()
  const saved: TermRecord[] = []
  made.site.on(termSaved, ({ term }) => void saved.push(term))
  const herbs = { slug: 'Herbs', name: ' Fine <b>herbs</b> ', description: 'a<script>', meta: [{ key: 'k', value: 1 }] }
  const first = await importOne(made, herbs)
  t.match(first, { isNew: true, term: { slug: 'herbs', name: 'Fine herbs', description: 'a', parent: 0 } })
  t.match((await metaIn(made.store).find({})).records, [{ kind: 'term', object: first?.term.id, key: 'k', value: 1 }])
  t.match(await importOne(made, herbs), { isNew: false, term: { id: first?.term.id } }, 'by the slug')
  t.match(await importOne(made, { name: 'fine HERBS' }), { isNew: false, term: { id: first?.term.id } }, 'by the name')
  t.match(await importOne(made, { ...herbs, taxonomy: 'post_tag' }), { isNew: true, term: { slug: 'herbs' } })
  t.match(await importOne(made, { slug: 'x', name: '<i></i>' }), { isNew: true, term: { name: 'x' } })
  t.match(await importOne(made, { taxonomy: 'colour', name: 'Red' }), { isNew: true, term: { taxonomy: 'colour' } })
  t.equal(await importOne(made, { name: '!' }), undefined, 'nothing names it')
  t.equal(saved.length, 4)
})

onEveryStore(t, 'parents of terms', async (t, make) => {
  const made = await make()
  const ids = [
    await idOf(made, { name: 'a' }),
    await idOf(made, { name: 'b' }),
    await idOf(made, { name: 'c' }),
  ] as const
  const [a, b, c] = ids
  await place(made, [
    { id: a, parent: b },
    { id: b, parent: a },
    { id: c, parent: a },
  ])
  t.match(await termsIn(made.store).get(a), { parent: b })
  t.match(await termsIn(made.store).get(b), { parent: 0 }, 'loops are cut')
  t.match(await termsIn(made.store).get(c), { parent: a })
  const tags = [
    await idOf(made, { taxonomy: 'post_tag', name: 'd' }),
    await idOf(made, { taxonomy: 'post_tag', name: 'e' }),
  ]
  await place(made, [{ id: tags[0] ?? 0, parent: tags[1] ?? 0 }])
  t.match(await termsIn(made.store).get(tags[0] ?? 0), { parent: 0 }, 'tags have none')
})

t.test('who may not import', async t => {
  const made = await makeSite()
  const editor = made.site.principalOf(made.users.get('editor'))
  const refused = { code: 'rest_cannot_import' }
  const term = { taxonomy: 'category', slug: 'a', name: 'a' }
  await t.rejects(
    inTransaction(made.site.context, tx => importTerm(tx, editor, term)),
    refused,
  )
  await t.rejects(
    inTransaction(made.site.context, tx => placeTerms(tx, editor, [])),
    refused,
  )
})
