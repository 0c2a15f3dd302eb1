import {
  applicationPasswordsIn,
  type CollectionName,
  metaIn,
  postsIn,
  termsIn,
  type UserRecord,
  usersIn,
  whereMeta,
  wherePosts,
  whereTerms,
  whereUsers,
} from '@platen/site'
import type { NewRecord, StoreError } from '@platen/storage'
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
    const { id, title, slug } = await postsIn(store).insert(samplePost({ title: 'a\ud800b', slug: 'a\0b' }))
    t.same([title, slug], ['a\uFFFDb', 'a\uFFFDb'], 'half characters and NUL are replaced')
    t.equal((await postsIn(store).get(id))?.title, title)
    t.equal((await postsIn(store).update(id, { title: '\udc00\0' })).title, '\uFFFD\uFFFD')
    t.equal(await postsIn(store).count(wherePosts.eq('title', '\uFFFD\uFFFD')), 1)
  })

  add('ids', async (t, store) => {
    const [first, second] = await termsIn(store).insertMany([sampleTerm({ slug: 'a' }), sampleTerm({ slug: 'b' })])
    t.ok(first.id > 0 && second.id > first.id, 'they grow')
    t.ok(await termsIn(store).remove(second.id))
    const third = await termsIn(store).insert(sampleTerm({ slug: 'c' }))
    t.ok(third.id > second.id, 'they are not given twice')
    const chosen = await termsIn(store).insert({ ...sampleTerm({ slug: 'd' }), id: 1000 })
    t.same([chosen.id, chosen.version], [1000, 1], 'a caller may choose one')
    t.ok((await termsIn(store).insert(sampleTerm({ slug: 'e' }))).id > 1000, 'and they grow on from there')
    const between = await termsIn(store).insert({ ...sampleTerm({ slug: 'f' }), id: 500 })
    t.equal(between.id, 500)
    t.ok((await termsIn(store).insert(sampleTerm({ slug: 'g' }))).id > 1001)
    const mixed = await termsIn(store).insertMany([
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
    t.same(await termsIn(store).insertMany([]), [])
    await rejects(t, termsIn(store).insert({ ...sampleTerm({ slug: 'k' }), id: 500 }), 'conflict', 'id')
    t.equal((await postsIn(store).insert(samplePost())).id < 500, true, 'each collection counts for itself')
    t.equal(await termsIn(store).get(424242), undefined)
  })

  add('records are frozen, and copies', async (t, store) => {
    const value = { list: [{ deep: 1 }] }
    const roles = ['editor']
    const capabilities: Record<string, boolean> = { a: true }
    const saved = await metaIn(store).insert(sampleMeta({ value }))
    const user = await usersIn(store).insert(sampleUser('ann', { roles, capabilities }))
    value.list[0].deep = 2
    roles.push('author')
    capabilities.b = true
    for (const record of [saved, ...(await metaIn(store).find({})).records]) {
      t.same(record.value, { list: [{ deep: 1 }] }, 'what was given is copied')
      t.ok(Object.isFrozen(record) && Object.isFrozen(record.value))
      t.ok(Object.isFrozen((record.value as typeof value).list[0]), 'all the way down')
    }
    t.ok(Object.isFrozen(await metaIn(store).get(saved.id)))
    const stored = await usersIn(store).get(user.id)
    t.same([stored?.roles, stored?.capabilities], [['editor'], { a: true }])
    t.ok(Object.isFrozen(stored?.roles) && Object.isFrozen(stored?.capabilities))
    const found = await usersIn(store).find({})
    t.ok(Object.isFrozen(found) && Object.isFrozen(found.records))
    t.ok(Object.isFrozen(await usersIn(store).update(user.id, { locale: 'de' })))
    t.equal(
      (await metaIn(store).insert(sampleMeta({ value: undefined }))).value,
      null,
      'what JSON does not know is null',
    )
    const dated = await metaIn(store).insert(
      sampleMeta({ value: { at: new Date(0), nan: Number.NaN, gone: undefined } }),
    )
    t.strictSame(dated.value, { at: '1970-01-01T00:00:00.000Z', nan: null })
  })

  add('update', async (t, store) => {
    const [post, other] = await postsIn(store).insertMany([
      samplePost({ title: 'Before', content: 'Words' }),
      samplePost(),
    ])
    const changed = await postsIn(store).update(post.id, { title: 'Äfter', dateGmt: null })
    t.strictSame(changed, { ...post, title: 'Äfter', dateGmt: null, version: 2 })
    t.strictSame(await postsIn(store).get(post.id), changed)
    t.strictSame(await postsIn(store).get(other.id), other, 'others stay as they are')
    t.equal(await postsIn(store).count(wherePosts.containsText('title', 'after')), 1, 'it is found by its new text')
    t.equal(await postsIn(store).count(wherePosts.containsText('title', 'before')), 0, 'and not by the old one')
    t.equal(await postsIn(store).count(wherePosts.equalsText('title', 'AFTER')), 1)
    t.equal(await postsIn(store).count(wherePosts.containsText('content', 'word')), 1, 'nor lost by the others')
    t.equal((await postsIn(store).update(post.id, {})).version, 3, 'the version grows also when nothing changes')
    t.equal((await postsIn(store).update(post.id, { title: 'Third' }, { version: 3 })).version, 4)
    await rejects(t, postsIn(store).update(post.id, { title: 'Late' }, { version: 3 }), 'version')
    await rejects(t, postsIn(store).update(post.id, { title: 'Early' }, { version: 5 }), 'version')
    t.equal((await postsIn(store).get(post.id))?.title, 'Third')
    t.equal((await postsIn(store).update(post.id, {}, { version: undefined })).version, 5)
    await rejects(t, postsIn(store).update(4711, { title: 'Nobody' }), 'not_found')
    const counted = await postsIn(store).update(post.id, { commentCount: 3 }, { keepVersion: true })
    t.match(counted, { commentCount: 3, version: 5 }, 'an update may leave the version')
    t.same(await postsIn(store).get(post.id), counted)
    t.equal((await postsIn(store).update(post.id, { commentCount: 4 }, { version: 5, keepVersion: true })).version, 5)
    await rejects(t, postsIn(store).update(post.id, { commentCount: 5 }, { version: 4, keepVersion: true }), 'version')
    t.equal((await postsIn(store).update(post.id, { commentCount: 4 })).version, 6)
    await rejects(t, postsIn(store).update(4711, { title: 'Nobody' }, { version: 1 }), 'not_found')
    const user = await usersIn(store).insert(sampleUser('ann', { roles: ['author'] }))
    t.same((await usersIn(store).update(user.id, { roles: ['editor'] })).roles, ['editor'])
    t.equal(await usersIn(store).count(whereUsers.has('roles', 'author')), 0)
    const value = await metaIn(store).insert(sampleMeta({ value: 1 }))
    t.same((await metaIn(store).update(value.id, { value: { a: [1] } })).value, { a: [1] })
  })

  add('updateWhere and removeWhere', async (t, store) => {
    const inserted = await postsIn(store).insertMany(
      ['a', 'b', 'c', 'd'].map((slug, at) => samplePost({ slug, title: `Title ${slug}`, menuOrder: at })),
    )
    t.equal(await postsIn(store).updateWhere(wherePosts.gt('menuOrder', 1), { title: 'Néw', status: 'draft' }), 2)
    t.same(
      (await postsIn(store).find({})).records.map(({ title, version }) => [title, version]),
      [
        ['Title a', 1],
        ['Title b', 1],
        ['Néw', 2],
        ['Néw', 2],
      ],
    )
    t.equal(await postsIn(store).count(wherePosts.containsText('title', 'NEW')), 2)
    t.equal(
      await postsIn(store).updateWhere(wherePosts.containsText('title', 'new'), { title: 'Again' }),
      2,
      'by what it changes',
    )
    t.equal(await postsIn(store).count(wherePosts.containsText('title', 'again')), 2)
    t.equal(await postsIn(store).count(wherePosts.containsText('title', 'new')), 0)
    t.equal(await postsIn(store).updateWhere(wherePosts.eq('slug', 'nobody'), { title: 'x' }), 0)
    t.equal(await postsIn(store).updateWhere(wherePosts.and(), {}), 4, 'all of them, with nothing')
    t.equal((await postsIn(store).get(inserted[0].id))?.version, 2)
    const withParent = wherePosts.exists(
      wherePosts,
      { foreign: 'menuOrder', local: 'parent' },
      wherePosts.eq('slug', 'a'),
    )
    t.equal(await postsIn(store).updateWhere(withParent, { parent: 2 }), 4, 'by others of the same collection')
    t.equal(await postsIn(store).removeWhere(wherePosts.containsText('title', 'again')), 2)
    t.same(
      (await postsIn(store).find({})).records.map(({ slug }) => slug),
      ['a', 'b'],
    )
    t.equal(await postsIn(store).removeWhere(wherePosts.eq('slug', 'c')), 0)
    t.equal(await postsIn(store).remove(inserted[0].id), true)
    t.equal(await postsIn(store).remove(inserted[0].id), false)
    t.equal(await postsIn(store).get(inserted[0].id), undefined)
    t.equal(await postsIn(store).count(wherePosts.containsText('title', 'title')), 1)
    t.equal(await postsIn(store).removeWhere(wherePosts.and()), 1)
    t.equal(await postsIn(store).count(), 0)
    t.equal(await postsIn(store).count(wherePosts.containsText('title', 'title')), 0)
  })

  add('conflicts', async (t, store) => {
    await usersIn(store).insertMany([sampleUser('ann'), sampleUser('bob'), sampleUser('Ünal')])
    const newcomer = (fields: Partial<NewRecord<UserRecord>>) => usersIn(store).insert(sampleUser('new', fields))
    await rejects(t, newcomer({ login: 'ann' }), 'conflict', 'login')
    await rejects(t, newcomer({ login: 'ANN' }), 'conflict', 'login')
    await rejects(t, newcomer({ login: 'UNAL' }), 'conflict', 'login')
    await rejects(t, newcomer({ email: 'Bob@Example.ORG' }), 'conflict', 'email')
    await rejects(t, newcomer({ slug: 'bob' }), 'conflict', 'slug')
    t.equal((await newcomer({ slug: 'Bob' })).slug, 'Bob', 'slugs are compared exactly')
    const ann = await usersIn(store).first({ where: whereUsers.eq('login', 'ann') })
    t.ok(ann)
    if (!ann) return
    await rejects(t, usersIn(store).update(ann.id, { login: 'BOB' }), 'conflict', 'login')
    await rejects(t, usersIn(store).update(ann.id, { email: 'bob@example.org' }), 'conflict', 'email')
    t.equal((await usersIn(store).get(ann.id))?.version, 1, 'a failed update leaves no trace')
    t.equal(
      (await usersIn(store).update(ann.id, { login: 'ANN', email: 'ANN@example.org' })).login,
      'ANN',
      'none with itself',
    )
    await rejects(
      t,
      usersIn(store).updateWhere(whereUsers.in('login', ['bob', 'ANN']), { slug: 'same' }),
      'conflict',
      'slug',
    )
    t.equal(await usersIn(store).count(whereUsers.eq('slug', 'same')), 0, 'a failed updateWhere leaves no trace')
    t.equal((await usersIn(store).get(ann.id))?.version, 2)
    t.equal(await usersIn(store).updateWhere(whereUsers.eq('login', 'ANN'), { slug: 'ann' }), 1)
    await usersIn(store).remove(ann.id)
    t.equal((await usersIn(store).insert(sampleUser('Ann'))).login, 'Ann', 'what was removed is free again')

    const news = await termsIn(store).insert(sampleTerm({ slug: 'news' }))
    await rejects(t, termsIn(store).insert(sampleTerm({ slug: 'news', name: 'Other' })), 'conflict', 'slug')
    const tag = await termsIn(store).insert(sampleTerm({ slug: 'news', taxonomy: 'tag' }))
    await rejects(t, termsIn(store).update(tag.id, { taxonomy: 'category' }), 'conflict', 'slug')
    t.equal((await termsIn(store).insert(sampleTerm({ slug: 'News' }))).name, news.name)

    await applicationPasswordsIn(store).insert(samplePassword('u'))
    await rejects(t, applicationPasswordsIn(store).insert(samplePassword('u')), 'conflict', 'uuid')

    const before = await termsIn(store).count()
    await rejects(
      t,
      termsIn(store).insertMany([sampleTerm({ slug: 'x' }), sampleTerm({ slug: 'x' })]),
      'conflict',
      'slug',
    )
    t.equal(await termsIn(store).count(), before, 'a failed insertMany leaves no trace')
    t.equal(await termsIn(store).count(whereTerms.eq('slug', 'x')), 0)
    t.equal((await termsIn(store).insert(sampleTerm({ slug: 'x' }))).slug, 'x')
  })

  add('ten thousand records', async (t, store) => {
    const size = 10000
    const fields = Array.from({ length: size }, (_, at) => sampleMeta({ object: at, key: `k${at % 10}`, value: at }))
    const inserted = await metaIn(store).insertMany(fields)
    t.equal(new Set(inserted.map(({ id }) => id)).size, size)
    const ids = inserted.map(({ id }) => id)
    t.equal(await metaIn(store).count(whereMeta.in('id', ids)), size, 'a list of as many values')
    t.equal(
      await metaIn(store).count(whereMeta.notIn('object', ids.slice(1))),
      size - (await metaIn(store).count(whereMeta.in('object', ids.slice(1)))),
    )
    t.equal(
      await metaIn(store).count(
        whereMeta.in(
          'key',
          Array.from({ length: size }, (_, at) => `k${at}`),
        ),
      ),
      size,
    )
    const backwards = [...ids].reverse()
    const placed = await metaIn(store).find({
      order: [{ by: 'position', field: 'id', values: backwards }],
      limit: 3,
      offset: 1,
    })
    t.same(
      placed.records.map(({ id }) => id),
      backwards.slice(1, 4),
      'an order by as many values',
    )
    const related = await postsIn(store).related(
      fields.map(({ object }) => object),
      ['terms', 'meta', 'revisions'],
    )
    t.equal(related.meta?.size, size, 'relations of as many records')
    t.equal((await metaIn(store).find({ where: whereMeta.eq('key', 'k3') })).records.length, size / 10)
    t.equal(await metaIn(store).updateWhere(whereMeta.eq('key', 'k3'), { value: 'three' }), size / 10)
    t.equal(await metaIn(store).removeWhere(whereMeta.in('id', ids.slice(5))), size - 5)
    t.equal(await metaIn(store).count(), 5)
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
