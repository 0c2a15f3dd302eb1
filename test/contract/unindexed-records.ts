import { postsIn, wherePosts } from '@platen/site'
import { defineCollection, type Store, text } from '@platen/storage'
import type { ContractCase } from './contract-test.js'
import { samplePost } from './sample-records.js'

const { and, containsText, endsWith, eq, exists, ne, not, notIn, or, in: isIn } = wherePosts

const word = or(containsText('title', 'garten'), containsText('content', 'garten'))
const isRevision = eq('type', 'revision')

const slugsOf = async (store: Store, condition: typeof word) => {
  const order = [{ by: 'field', field: 'slug', direction: 'asc' }] as const
  const { records, total } = await postsIn(store).find({ where: condition, order, limit: 20, total: true })
  const { length } = records
  if (length !== total || (await postsIn(store).count(condition)) !== length) throw new Error('The numbers differ.')
  return records.map(({ slug }) => slug).join(' ')
}

const essays = defineCollection({
  name: 'essays',
  columns: { kind: text(), body: text({ long: true }) },
  search: ['body'],
  searchIndexExcept: { kind: `a writer's draft` },
})

/** Searches in texts of which an index leaves some out, such as those of revisions. */
export function unindexedCases(add: ContractCase): void {
  add('searches with and without revisions', async (t, store) => {
    const of = (slug: string, type: string, parent = 0, content = 'Im GÄRTEN wächst Gras.') =>
      samplePost({ slug, type, parent, content })
    const [post, page] = await postsIn(store).insertMany([of('post', 'post'), of('page', 'page')])
    const [ofPost = 0, ofPage = 0] = [post?.id, page?.id]
    await postsIn(store).insertMany([
      of('post-1', 'revision', ofPost),
      of('post-2', 'revision', ofPost, 'Nichts wächst.'),
      of('post-autosave', 'revision', ofPost),
      of('page-1', 'revision', ofPage, 'Nichts.'),
      samplePost({ slug: 'page-2', type: 'revision', parent: ofPage, title: 'Gärten' }),
      of('other', 'post', 0, 'Nichts.'),
    ])
    const within = (parent: number) => and(isRevision, eq('parent', parent))
    const parentHas = exists(wherePosts, { foreign: 'id', local: 'parent' }, word)
    const childHas = exists(wherePosts, { foreign: 'parent', local: 'id' }, and(isRevision, word))
    const anyChildHas = exists(wherePosts, { foreign: 'parent', local: 'id' }, containsText('title', 'garten'))
    for (const [name, condition, expected] of [
      ['all', word, 'page page-2 post post-1 post-autosave'],
      ['of a type', and(eq('type', 'post'), word), 'post'],
      ['of types', and(isIn('type', ['post', 'page']), word), 'page post'],
      ['of types with revisions', and(isIn('type', ['post', 'revision']), word), 'page-2 post post-1 post-autosave'],
      ['of no type', and(isIn('type', []), word), ''],
      ['no revisions', and(ne('type', 'revision'), word), 'page post'],
      ['none of some types', and(notIn('type', ['revision', 'page']), word), 'post'],
      ['not one of some types', and(not(isIn('type', ['revision', 'page'])), word), 'post'],
      ['neither posts nor pages', and(notIn('type', ['post', 'page']), word), 'page-2 post-1 post-autosave'],
      ['revisions of a post', and(within(ofPost), word), 'post-1 post-autosave'],
      ['of another', and(within(ofPage), word), 'page-2'],
      ['of a post that do not have it', and(within(ofPost), not(word)), 'post-2'],
      ['but autosaves', and(within(ofPost), word, not(endsWith('slug', 'autosave'))), 'post-1'],
      ['with the parent alone', and(eq('parent', ofPost), word), 'post-1 post-autosave'],
      ['posts, or revisions of a page', and(or(eq('type', 'post'), within(ofPage)), word), 'page-2 post'],
      ['each with the word', or(and(eq('type', 'post'), word), and(within(ofPage), word)), 'page-2 post'],
      ['revisions, or the word', or(isRevision, word), 'page page-1 page-2 post post-1 post-2 post-autosave'],
      ['not a revision with it', not(and(isRevision, word)), 'other page page-1 post post-2'],
      [
        'not a post with it',
        not(and(eq('type', 'post'), word)),
        'other page page-1 page-2 post-1 post-2 post-autosave',
      ],
      ['neither a revision nor with it', not(or(isRevision, word)), 'other'],
      ['with a parent that has it', and(isRevision, parentHas), 'page-1 page-2 post-1 post-2 post-autosave'],
      ['with a revision that has it', childHas, 'page post'],
      ['with anything below it that has it', anyChildHas, 'page'],
      ['a whole text', and(within(ofPost), wherePosts.equalsText('content', 'nichts WÄCHST.')), 'post-2'],
      ['the start of a text', and(isRevision, wherePosts.startsWithText('content', 'NICHTS')), 'page-1 post-2'],
      ['its end', wherePosts.endsWithText('content', 'gras.'), 'page post post-1 post-autosave'],
    ] as const) {
      t.equal(await slugsOf(store, condition), expected, name)
    }
    const order = [{ by: 'rank', conditions: [containsText('title', 'garten')] }] as const
    const best = await postsIn(store).find({ where: and(isRevision, word), order, limit: 1 })
    t.equal(best.records[0]?.slug, 'page-2', 'the best first')
  })

  add('records whose type changes are found as what they are', async (t, store) => {
    const [one, two, three] = (
      await postsIn(store).insertMany([
        samplePost({ slug: 'one', content: 'Garten' }),
        samplePost({ slug: 'two', type: 'revision', content: 'Garten' }),
        samplePost({ slug: 'three', type: 'revision', content: 'Meer' }),
      ])
    ).map(({ id }) => id)
    if (one === undefined || two === undefined || three === undefined) throw new Error('Nothing was inserted.')
    const found = async () => [
      await slugsOf(store, and(eq('type', 'post'), word)),
      await slugsOf(store, and(isRevision, word)),
      await slugsOf(store, word),
    ]
    t.same(await found(), ['one', 'two', 'one two'])
    await postsIn(store).update(two, { type: 'post' })
    t.same(await found(), ['one two', '', 'one two'], 'one that comes in')
    await postsIn(store).update(two, { content: 'Meer' })
    t.same(await found(), ['one', '', 'one'], 'is searched with its later texts')
    await postsIn(store).update(one, { type: 'revision', title: 'Gras' })
    t.same(await found(), ['', 'one', 'one'], 'one that leaves, with another text')
    await postsIn(store).update(one, { content: 'Meer' })
    t.same(await found(), ['', '', ''])
    await postsIn(store).update(three, { type: 'post', content: 'Garten' })
    t.same(await found(), ['three', '', 'three'], 'one that comes in with another text')
    await postsIn(store).updateWhere(isIn('id', [one, two]), { type: 'revision', content: 'Garten' })
    t.same(await found(), ['three', 'one two', 'one three two'])
    await postsIn(store).updateWhere(isRevision, { type: 'post' })
    t.same(await found(), ['one three two', '', 'one three two'])
    await postsIn(store).updateMany([
      { id: one, changes: { type: 'revision', content: 'Meer' } },
      { id: two, changes: { type: 'page', content: 'Meer' } },
      { id: three, changes: { type: 'revision' } },
    ])
    t.same(await found(), ['', 'three', 'three'])
    await postsIn(store).updateMany([
      { id: one, changes: { type: 'post', title: 'Gärten' } },
      { id: three, changes: { type: 'revision', title: 'Mehr' } },
    ])
    t.same(await found(), ['one', 'three', 'one three'])
    await postsIn(store).removeWhere(isIn('id', [one, three]))
    t.same(await found(), ['', '', ''])
    const added = await postsIn(store).insertMany(
      ['Garten', 'Meer', 'Garten'].map((content, at) => samplePost({ slug: `n${at}`, type: 'revision', content })),
    )
    const changes = [{ type: 'post' }, { type: 'post', content: 'Garten' }, { type: 'revision' }] as const
    await postsIn(store).updateMany(added.map(({ id }, at) => ({ id, changes: changes[at] ?? {} })))
    t.same(await found(), ['n0 n1', 'n2', 'n0 n1 n2'])
  })

  add('a user’s collection leaves records out, too', async (t, store) => {
    await store.prepare([essays])
    const collection = store.collection(essays)
    const kind = `a writer's draft`
    const [first] = await collection.insertMany([
      { kind: 'final', body: 'Über das Meer' },
      { kind, body: 'Über das Meer' },
      { kind, body: 'Das Meer' },
    ])
    const has = essays.where.containsText('body', 'uber')
    const ofKind = (name: string) => essays.where.and(essays.where.eq('kind', name), has)
    const counts = async () => [
      await collection.count(has),
      await collection.count(ofKind('final')),
      await collection.count(ofKind(kind)),
    ]
    t.same(await counts(), [2, 1, 1])
    await collection.update(first?.id ?? 0, { kind })
    t.same(await counts(), [2, 0, 2])
    await collection.updateWhere(essays.where.and(), { kind: 'final', body: 'Über allem' })
    t.same(await counts(), [3, 3, 0])
  })
}
