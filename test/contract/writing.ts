import { type CollectionName, type NewRecord, type StoreError, type UserRecord, where } from '@platen/site'
import type { ContractCase } from './contract-test.js'
import {
  sampleAssignment,
  sampleComment,
  sampleMeta,
  samplePassword,
  samplePost,
  sampleTerm,
  sampleUser,
} from './sample-records.js'

const { posts, terms, users, meta } = where

/** Inserting, changing and removing. */
export function writingCases(add: ContractCase): void {
  add('every field of every collection is kept', async (t, store) => {
    const text = `ä 日本 😀 "'%_\\\n\t\u{10FFFF}`
    const records = {
      posts: {
        ...samplePost(),
        ...Object.fromEntries(
          ['type', 'status', 'slug', 'title', 'content', 'excerpt'].map(field => [field, `${field} ${text}`]),
        ),
        ...Object.fromEntries(
          ['password', 'commentStatus', 'pingStatus', 'guid', 'mimeType'].map(field => [field, `${field} ${text}`]),
        ),
        date: '2024-01-02T00:00:00',
        dateGmt: null,
        modified: '2024-01-03T00:00:00',
        modifiedGmt: '2024-01-04T00:00:00',
        author: 2,
        parent: 3,
        menuOrder: -4,
        commentCount: 5,
      },
      terms: sampleTerm({ taxonomy: 'tag', name: text, slug: 's', description: text, parent: 2, group: 3, count: 4 }),
      assignments: sampleAssignment({ object: 2, term: 3, position: -4 }),
      users: sampleUser('Ä', {
        passwordHash: 'hash',
        displayName: text,
        firstName: 'F',
        lastName: 'L',
        url: 'http://example.org/?a=b&c',
        description: text,
        locale: 'de_DE',
        slug: 's',
        nickname: 'Nick',
        registered: '2024-01-05T00:00:00',
        roles: ['editor', text],
        capabilities: { [text]: true, denied: false },
      }),
      comments: sampleComment({
        post: 2,
        parent: 3,
        author: 4,
        authorName: text,
        authorUrl: 'http://example.org',
        authorIp: '::1',
        authorAgent: 'Agent/1.0',
        date: '2024-01-06T00:00:00',
        dateGmt: '2024-01-07T00:00:00',
        content: text,
        status: 'hold',
        type: 'note',
      }),
      meta: sampleMeta({
        kind: 'comment',
        object: 2,
        key: text,
        value: { list: [1, null, { deep: text }], fraction: 0.25 },
      }),
      applicationPasswords: samplePassword('u', {
        user: 2,
        appId: 'app',
        name: text,
        lastUsed: 1700000001,
        lastIp: '::1',
      }),
    } satisfies { [N in CollectionName]: object }
    for (const name of Object.keys(records) as CollectionName[]) {
      const collection = store[name] as (typeof store)['posts']
      const fields = records[name] as (typeof records)['posts']
      const inserted = await collection.insert(fields)
      t.strictSame(inserted, { ...fields, id: inserted.id, version: 1 }, `${name}: what insert answers`)
      t.strictSame(await collection.get(inserted.id), inserted, `${name}: get`)
      t.strictSame((await collection.find({})).records, [inserted], `${name}: find`)
      t.strictSame(await collection.first({}), inserted, `${name}: first`)
    }
  })

  add('ill-formed text', async (t, store) => {
    const { id, title, slug } = await store.posts.insert(samplePost({ title: 'a\ud800b', slug: 'a\0b' }))
    t.same([title, slug], ['a\uFFFDb', 'a\uFFFDb'], 'half characters and NUL are replaced')
    t.equal((await store.posts.get(id))?.title, title)
    t.equal((await store.posts.update(id, { title: '\udc00\0' })).title, '\uFFFD\uFFFD')
    t.equal(await store.posts.count(posts.eq('title', '\uFFFD\uFFFD')), 1)
  })

  add('ids', async (t, store) => {
    const [first, second] = await store.terms.insertMany([sampleTerm({ slug: 'a' }), sampleTerm({ slug: 'b' })])
    t.ok(first.id > 0 && second.id > first.id, 'they grow')
    t.ok(await store.terms.remove(second.id))
    const third = await store.terms.insert(sampleTerm({ slug: 'c' }))
    t.ok(third.id > second.id, 'they are not given twice')
    const chosen = await store.terms.insert({ ...sampleTerm({ slug: 'd' }), id: 1000 })
    t.same([chosen.id, chosen.version], [1000, 1], 'a caller may choose one')
    t.ok((await store.terms.insert(sampleTerm({ slug: 'e' }))).id > 1000, 'and they grow on from there')
    const between = await store.terms.insert({ ...sampleTerm({ slug: 'f' }), id: 500 })
    t.equal(between.id, 500)
    t.ok((await store.terms.insert(sampleTerm({ slug: 'g' }))).id > 1001)
    const mixed = await store.terms.insertMany([
      { ...sampleTerm({ slug: 'h' }), id: 2000 },
      sampleTerm({ slug: 'i' }),
      { ...sampleTerm({ slug: 'j' }), id: 1500 },
    ])
    t.same(
      mixed.map(({ slug }) => slug),
      ['h', 'i', 'j'],
      'in the order in which they were given',
    )
    t.same([mixed[0].id, mixed[1].id > 2000, mixed[2].id], [2000, true, 1500])
    t.same(await store.terms.insertMany([]), [])
    await rejects(t, store.terms.insert({ ...sampleTerm({ slug: 'k' }), id: 500 }), 'conflict', 'id')
    t.equal((await store.posts.insert(samplePost())).id < 500, true, 'each collection counts for itself')
    t.equal(await store.terms.get(424242), undefined)
  })

  add('records are frozen, and copies', async (t, store) => {
    const value = { list: [{ deep: 1 }] }
    const roles = ['editor']
    const capabilities: Record<string, boolean> = { a: true }
    const saved = await store.meta.insert(sampleMeta({ value }))
    const user = await store.users.insert(sampleUser('ann', { roles, capabilities }))
    value.list[0].deep = 2
    roles.push('author')
    capabilities.b = true
    for (const record of [saved, ...(await store.meta.find({})).records]) {
      t.same(record.value, { list: [{ deep: 1 }] }, 'what was given is copied')
      t.ok(Object.isFrozen(record) && Object.isFrozen(record.value))
      t.ok(Object.isFrozen((record.value as typeof value).list[0]), 'all the way down')
    }
    t.ok(Object.isFrozen(await store.meta.get(saved.id)))
    const stored = await store.users.get(user.id)
    t.same([stored?.roles, stored?.capabilities], [['editor'], { a: true }])
    t.ok(Object.isFrozen(stored?.roles) && Object.isFrozen(stored?.capabilities))
    const found = await store.users.find({})
    t.ok(Object.isFrozen(found) && Object.isFrozen(found.records))
    t.ok(Object.isFrozen(await store.users.update(user.id, { locale: 'de' })))
    t.equal((await store.meta.insert(sampleMeta({ value: undefined }))).value, null, 'what JSON does not know is null')
    const dated = await store.meta.insert(sampleMeta({ value: { at: new Date(0), nan: Number.NaN, gone: undefined } }))
    t.strictSame(dated.value, { at: '1970-01-01T00:00:00.000Z', nan: null })
  })

  add('update', async (t, store) => {
    const [post, other] = await store.posts.insertMany([
      samplePost({ title: 'Before', content: 'Words' }),
      samplePost(),
    ])
    const changed = await store.posts.update(post.id, { title: 'Äfter', dateGmt: null })
    t.strictSame(changed, { ...post, title: 'Äfter', dateGmt: null, version: 2 })
    t.strictSame(await store.posts.get(post.id), changed)
    t.strictSame(await store.posts.get(other.id), other, 'others stay as they are')
    t.equal(await store.posts.count(posts.containsText('title', 'after')), 1, 'it is found by its new text')
    t.equal(await store.posts.count(posts.containsText('title', 'before')), 0, 'and not by the old one')
    t.equal(await store.posts.count(posts.equalsText('title', 'AFTER')), 1)
    t.equal(await store.posts.count(posts.containsText('content', 'word')), 1, 'nor lost by the others')
    t.equal((await store.posts.update(post.id, {})).version, 3, 'the version grows also when nothing changes')
    t.equal((await store.posts.update(post.id, { title: 'Third' }, { version: 3 })).version, 4)
    await rejects(t, store.posts.update(post.id, { title: 'Late' }, { version: 3 }), 'version')
    await rejects(t, store.posts.update(post.id, { title: 'Early' }, { version: 5 }), 'version')
    t.equal((await store.posts.get(post.id))?.title, 'Third')
    t.equal((await store.posts.update(post.id, {}, { version: undefined })).version, 5)
    await rejects(t, store.posts.update(4711, { title: 'Nobody' }), 'not_found')
    const counted = await store.posts.update(post.id, { commentCount: 3 }, { keepVersion: true })
    t.match(counted, { commentCount: 3, version: 5 }, 'an update may leave the version')
    t.same(await store.posts.get(post.id), counted)
    t.equal((await store.posts.update(post.id, { commentCount: 4 }, { version: 5, keepVersion: true })).version, 5)
    await rejects(t, store.posts.update(post.id, { commentCount: 5 }, { version: 4, keepVersion: true }), 'version')
    t.equal((await store.posts.update(post.id, { commentCount: 4 })).version, 6)
    await rejects(t, store.posts.update(4711, { title: 'Nobody' }, { version: 1 }), 'not_found')
    const user = await store.users.insert(sampleUser('ann', { roles: ['author'] }))
    t.same((await store.users.update(user.id, { roles: ['editor'] })).roles, ['editor'])
    t.equal(await store.users.count(users.has('roles', 'author')), 0)
    const value = await store.meta.insert(sampleMeta({ value: 1 }))
    t.same((await store.meta.update(value.id, { value: { a: [1] } })).value, { a: [1] })
  })

  add('updateWhere and removeWhere', async (t, store) => {
    const inserted = await store.posts.insertMany(
      ['a', 'b', 'c', 'd'].map((slug, at) => samplePost({ slug, title: `Title ${slug}`, menuOrder: at })),
    )
    t.equal(await store.posts.updateWhere(posts.gt('menuOrder', 1), { title: 'Néw', status: 'draft' }), 2)
    t.same(
      (await store.posts.find({})).records.map(({ title, version }) => [title, version]),
      [
        ['Title a', 1],
        ['Title b', 1],
        ['Néw', 2],
        ['Néw', 2],
      ],
    )
    t.equal(await store.posts.count(posts.containsText('title', 'NEW')), 2)
    t.equal(
      await store.posts.updateWhere(posts.containsText('title', 'new'), { title: 'Again' }),
      2,
      'by what it changes',
    )
    t.equal(await store.posts.count(posts.containsText('title', 'again')), 2)
    t.equal(await store.posts.count(posts.containsText('title', 'new')), 0)
    t.equal(await store.posts.updateWhere(posts.eq('slug', 'nobody'), { title: 'x' }), 0)
    t.equal(await store.posts.updateWhere(posts.and(), {}), 4, 'all of them, with nothing')
    t.equal((await store.posts.get(inserted[0].id))?.version, 2)
    const withParent = posts.exists(where.posts, { foreign: 'menuOrder', local: 'parent' }, posts.eq('slug', 'a'))
    t.equal(await store.posts.updateWhere(withParent, { parent: 2 }), 4, 'by others of the same collection')
    t.equal(await store.posts.removeWhere(posts.containsText('title', 'again')), 2)
    t.same(
      (await store.posts.find({})).records.map(({ slug }) => slug),
      ['a', 'b'],
    )
    t.equal(await store.posts.removeWhere(posts.eq('slug', 'c')), 0)
    t.equal(await store.posts.remove(inserted[0].id), true)
    t.equal(await store.posts.remove(inserted[0].id), false)
    t.equal(await store.posts.get(inserted[0].id), undefined)
    t.equal(await store.posts.count(posts.containsText('title', 'title')), 1)
    t.equal(await store.posts.removeWhere(posts.and()), 1)
    t.equal(await store.posts.count(), 0)
    t.equal(await store.posts.count(posts.containsText('title', 'title')), 0)
  })

  add('conflicts', async (t, store) => {
    await store.users.insertMany([sampleUser('ann'), sampleUser('bob'), sampleUser('Ünal')])
    const newcomer = (fields: Partial<NewRecord<UserRecord>>) => store.users.insert(sampleUser('new', fields))
    await rejects(t, newcomer({ login: 'ann' }), 'conflict', 'login')
    await rejects(t, newcomer({ login: 'ANN' }), 'conflict', 'login')
    await rejects(t, newcomer({ login: 'UNAL' }), 'conflict', 'login')
    await rejects(t, newcomer({ email: 'Bob@Example.ORG' }), 'conflict', 'email')
    await rejects(t, newcomer({ slug: 'bob' }), 'conflict', 'slug')
    t.equal((await newcomer({ slug: 'Bob' })).slug, 'Bob', 'slugs are compared exactly')
    const ann = await store.users.first({ where: users.eq('login', 'ann') })
    t.ok(ann)
    if (!ann) return
    await rejects(t, store.users.update(ann.id, { login: 'BOB' }), 'conflict', 'login')
    await rejects(t, store.users.update(ann.id, { email: 'bob@example.org' }), 'conflict', 'email')
    t.equal((await store.users.get(ann.id))?.version, 1, 'a failed update leaves no trace')
    t.equal(
      (await store.users.update(ann.id, { login: 'ANN', email: 'ANN@example.org' })).login,
      'ANN',
      'none with itself',
    )
    await rejects(t, store.users.updateWhere(users.in('login', ['bob', 'ANN']), { slug: 'same' }), 'conflict', 'slug')
    t.equal(await store.users.count(users.eq('slug', 'same')), 0, 'a failed updateWhere leaves no trace')
    t.equal((await store.users.get(ann.id))?.version, 2)
    t.equal(await store.users.updateWhere(users.eq('login', 'ANN'), { slug: 'ann' }), 1)
    await store.users.remove(ann.id)
    t.equal((await store.users.insert(sampleUser('Ann'))).login, 'Ann', 'what was removed is free again')

    const news = await store.terms.insert(sampleTerm({ slug: 'news' }))
    await rejects(t, store.terms.insert(sampleTerm({ slug: 'news', name: 'Other' })), 'conflict', 'slug')
    const tag = await store.terms.insert(sampleTerm({ slug: 'news', taxonomy: 'tag' }))
    await rejects(t, store.terms.update(tag.id, { taxonomy: 'category' }), 'conflict', 'slug')
    t.equal((await store.terms.insert(sampleTerm({ slug: 'News' }))).name, news.name)

    await store.applicationPasswords.insert(samplePassword('u'))
    await rejects(t, store.applicationPasswords.insert(samplePassword('u')), 'conflict', 'uuid')

    const before = await store.terms.count()
    await rejects(t, store.terms.insertMany([sampleTerm({ slug: 'x' }), sampleTerm({ slug: 'x' })]), 'conflict', 'slug')
    t.equal(await store.terms.count(), before, 'a failed insertMany leaves no trace')
    t.equal(await store.terms.count(terms.eq('slug', 'x')), 0)
    t.equal((await store.terms.insert(sampleTerm({ slug: 'x' }))).slug, 'x')
  })

  add('ten thousand records', async (t, store) => {
    const size = 10000
    const fields = Array.from({ length: size }, (_, at) => sampleMeta({ object: at, key: `k${at % 10}`, value: at }))
    const inserted = await store.meta.insertMany(fields)
    t.equal(new Set(inserted.map(({ id }) => id)).size, size)
    const ids = inserted.map(({ id }) => id)
    t.equal(await store.meta.count(meta.in('id', ids)), size, 'a list of as many values')
    t.equal(
      await store.meta.count(meta.notIn('object', ids.slice(1))),
      size - (await store.meta.count(meta.in('object', ids.slice(1)))),
    )
    t.equal(
      await store.meta.count(
        meta.in(
          'key',
          Array.from({ length: size }, (_, at) => `k${at}`),
        ),
      ),
      size,
    )
    const backwards = [...ids].reverse()
    const placed = await store.meta.find({
      order: [{ by: 'position', field: 'id', values: backwards }],
      limit: 3,
      offset: 1,
    })
    t.same(
      placed.records.map(({ id }) => id),
      backwards.slice(1, 4),
      'an order by as many values',
    )
    const related = await store.posts.related(
      fields.map(({ object }) => object),
      ['terms', 'meta', 'revisions'],
    )
    t.equal(related.meta?.size, size, 'relations of as many records')
    t.equal((await store.meta.find({ where: meta.eq('key', 'k3') })).records.length, size / 10)
    t.equal(await store.meta.updateWhere(meta.eq('key', 'k3'), { value: 'three' }), size / 10)
    t.equal(await store.meta.removeWhere(meta.in('id', ids.slice(5))), size - 5)
    t.equal(await store.meta.count(), 5)
  })
}

/** Expects a refusal by a store. */
export async function rejects(
  t: Parameters<Parameters<ContractCase>[1]>[0],
  work: Promise<unknown>,
  code: StoreError['code'],
  field?: string,
): Promise<void> {
  await t.rejects(work, { name: 'StoreError', code, field })
}
