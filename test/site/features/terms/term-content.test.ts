import { type Site, termsIn } from '@platen/site'
import { termDeleted, termSaved } from '@platen/site/extend'
import { createTerm, deleteTerm, type NewTerm, type TermInput, updateTerm } from '@platen/site/operations'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite } from '../../make-site.js'

const by = ({ users, site }: TestSite, role: string) => ({ as: users.get(role) ?? site.principalOf(undefined) })

function eventsOf(site: Site): string[] {
  const events: string[] = []
  site.on(termSaved, ({ term, before }) => void events.push(`${before?.name ?? 'new'} ${term.name}`))
  site.on(termDeleted, ({ term }) => void events.push(`deleted ${term.name}`))
  return events
}

onEveryStore(t, 'a term lives its life in process', async (t, make) => {
  const made = await make()
  const events = eventsOf(made.site)
  const { terms, posts } = made.site.content
  const editor = by(made, 'editor')
  const above = await terms.create({ taxonomy: 'category', name: 'Herbs' }, editor)
  const term = await terms.create({ taxonomy: 'category', name: ' <b>Mint</b>', parent: above.id }, editor)
  t.match(term, { name: 'Mint', slug: 'mint', parent: above.id, taxonomy: 'category' })
  t.same(await terms.get(term.id, by(made, 'anonymous')), term)
  t.match(await terms.update(term.id, { slug: 'a-mint' }, { ...editor, version: term.version }), { slug: 'a-mint' })
  const post = await posts.create({ title: 'x', status: 'publish', terms: { category: [term.id] } }, editor)
  t.match(await terms.get(term.id, editor), { count: 1 })
  t.match(await terms.delete(above.id, editor), { name: 'Herbs' })
  t.match(await terms.get(term.id, editor), { parent: 0 })
  await terms.delete(term.id, editor)
  t.match((await made.send(`GET /posts/${post.id}`)).body, { categories: [1] }, 'the default category takes its place')
  t.same(events, ['new Herbs', 'new Mint', 'Mint Mint', 'deleted Herbs', 'deleted Mint'])
})

const CODES = { create: 'rest_cannot_create', update: 'rest_cannot_update', delete: 'rest_cannot_delete' } as const
/** Who may not do this to categories, and to tags. */
const refused: readonly [what: keyof typeof CODES, taxonomy: string, roles: readonly string[]][] = [
  ['create', 'category', ['author', 'contributor', 'subscriber', 'anonymous']],
  ['create', 'post_tag', ['subscriber', 'anonymous']],
  ['update', 'category', ['author', 'contributor', 'subscriber', 'anonymous']],
  ['update', 'post_tag', ['author', 'contributor', 'subscriber', 'anonymous']],
  ['delete', 'category', ['author', 'contributor', 'subscriber', 'anonymous']],
  ['delete', 'post_tag', ['author', 'contributor', 'subscriber', 'anonymous']],
]
for (const [what, taxonomy, roles] of refused) {
  for (const role of [...roles, 'editor', 'administrator']) {
    t.test(`${role}: ${what} ${taxonomy}`, async t => {
      const made = await makeSite()
      const { terms } = made.site.content
      const { id } = await terms.create({ taxonomy, name: 'One' }, { as: made.site.system })
      const run = {
        create: () => terms.create({ taxonomy, name: 'Two' }, by(made, role)),
        update: () => terms.update(id, { name: 'Two' }, by(made, role)),
        delete: () => terms.delete(id, by(made, role)),
      }[what]
      if (!roles.includes(role)) return void (await t.resolves(run()))
      const before = (await termsIn(made.store).find({})).records
      const status = role === 'anonymous' ? 401 : 403
      await t.rejects(run(), { name: 'RestError', code: CODES[what], status })
      t.same((await termsIn(made.store).find({})).records, before)
    })
  }
}

const invalid: readonly [input: NewTerm, code: string, status: number][] = [
  [{ taxonomy: 'nothing', name: 'x' }, 'rest_taxonomy_invalid', 400],
  [{ taxonomy: 'category' }, 'empty_term_name', 400],
  [{ taxonomy: 'category', name: ' <b></b>' }, 'empty_term_name', 400],
  [{ taxonomy: 'category', name: 'Uncategorized' }, 'term_exists', 400],
  [{ taxonomy: 'category', name: 'x', parent: 4711 }, 'rest_term_invalid', 400],
  [{ taxonomy: 'post_tag', name: 'x', parent: 1 }, 'rest_taxonomy_not_hierarchical', 400],
]
for (const [input, code, status] of invalid) {
  t.test(`refuses ${JSON.stringify(input)}`, async t => {
    const { site, store } = await makeSite()
    await t.rejects(site.content.terms.create(input, { as: site.system }), { name: 'RestError', code, status })
    t.equal(await termsIn(store).count(), 1)
  })
}

t.test('what cannot be done to a term', async t => {
  const { site } = await makeSite()
  const { terms } = site.content
  const as = site.system
  await t.rejects(terms.delete(1, { as }), { code: 'rest_cannot_delete' }, 'the default category stays')
  await t.rejects(terms.delete(4711, { as }), { code: 'rest_term_invalid', status: 404 })
  await t.rejects(terms.update(4711, {}, { as }), { code: 'rest_term_invalid', status: 404 })
  const tag = await terms.create({ taxonomy: 'post_tag', name: 'x' }, { as })
  await t.rejects(terms.update(tag.id, { parent: 0 }, { as }), { code: 'rest_taxonomy_not_hierarchical', status: 400 })
  t.equal(await terms.get(4711, { as }), undefined)
})

onEveryStore(t, 'a version that is not the stored one is refused, and nothing changes', async (t, make) => {
  const made = await make()
  const { terms } = made.site.content
  const as = made.site.system
  const term = await terms.create({ taxonomy: 'category', name: 'One' }, { as })
  const version = term.version + 1
  const conflict = { code: 'rest_precondition_failed', status: 412 }
  await t.rejects(terms.update(term.id, { name: 'Two' }, { as, version }), conflict)
  await t.rejects(terms.delete(term.id, { as, version }), conflict)
  t.same(await termsIn(made.store).get(term.id), term)
})

onEveryStore(t, 'operations on terms are stored together or not at all', async (t, make) => {
  const { site, store } = await make()
  const events = eventsOf(site)
  const write = (fails: boolean) =>
    site.content.transaction(async tx => {
      const { id } = await createTerm(tx, site.system, { taxonomy: 'category', name: 'One' })
      await updateTerm(tx, site.system, { id, name: 'Two' })
      await deleteTerm(tx, site.system, { id })
      await createTerm(tx, site.system, { taxonomy: 'category', name: 'Three' })
      t.same(events, [], 'nothing is emitted before the commit')
      if (fails) throw new Error('no')
    })
  await t.rejects(write(true), /no/)
  t.equal(await termsIn(store).count(), 1)
  t.same(events, [])
  await write(false)
  t.same(events, ['new One', 'One Two', 'deleted Two', 'new Three'])
})

t.test('terms of hidden taxonomies are for users who may edit them', async t => {
  const register = (site: Site) => void site.registerTaxonomy('internal', { objectTypes: ['post'], showInRest: false })
  const made = await makeSite({ register })
  const { terms } = made.site.content
  const { id } = await terms.create({ taxonomy: 'internal', name: 'x' }, { as: made.site.system })
  for (const [role, count] of [
    ['anonymous', 1],
    ['author', 1],
    ['editor', 2],
  ] as const) {
    t.equal((await terms.find({ total: true }, by(made, role))).total, count, role)
    t.equal((await terms.get(id, by(made, role))) !== undefined, count === 2, role)
  }
})

t.test('values that are undefined are as if they were absent', async t => {
  const made = await makeSite()
  const { terms } = made.site.content
  const absent: TermInput = { slug: undefined, description: undefined, parent: undefined, meta: undefined }
  const term = await terms.create({ taxonomy: 'category', name: 'Herbs', ...absent }, by(made, 'editor'))
  t.match(await terms.update(term.id, { ...absent, name: undefined }, by(made, 'editor')), {
    name: 'Herbs',
    slug: 'herbs',
  })
})
