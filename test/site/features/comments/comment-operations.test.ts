import { RestError } from '@platen/core'
import { type CommentRecord, metaIn, postsIn } from '@platen/site'
import { anonymousComments, commentCheck, commentDeleted, commentSaved } from '@platen/site/extend'
import type { NewComment } from '@platen/site/operations'
import t from 'tap'
import { onEveryStore } from '../../every-store.js'
import { makeSite, type TestSite, type TestSiteOptions } from '../../make-site.js'

const ann = { authorName: 'Ann', authorEmail: 'ann@example.com' }

/** A site with an open post, and the calls of its comments. */
async function site(make: (options?: TestSiteOptions) => Promise<TestSite> = makeSite, options: TestSiteOptions = {}) {
  const made = await make(options)
  const { content, system } = made.site
  const post = await content.posts.create({ title: 'Talk', status: 'publish' }, { as: system })
  const user = (role: string) => {
    const found = made.users.get(role)
    if (found === undefined) throw new Error(role)
    return found
  }
  const say = (words: string, role = 'subscriber', more: Partial<NewComment> = {}) =>
    content.comments.create({ post: post.id, content: words, ...more }, { as: user(role) })
  const count = async () => (await postsIn(made.store).get(post.id))?.commentCount
  return { ...made, content, system, post, user, say, count, nobody: made.site.principalOf(undefined) }
}

onEveryStore(t, 'posts know how many comments they have', async (t, make) => {
  const { content, system, post, say, count } = await site(make)
  const first = await say('One')
  const second = await say('Two')
  t.equal(await count(), 2)
  await say('Held', 'editor', { status: 'hold' })
  await say('A note', 'editor', { type: 'note' })
  t.equal(await count(), 2, 'neither held comments nor notes count')
  const as = { as: system }
  const steps: readonly [string, () => Promise<unknown>, number][] = [
    ['held', () => content.comments.update(first.id, { status: 'hold' }, as), 1],
    ['changed while held', () => content.comments.update(first.id, { content: 'Changed' }, as), 1],
    ['approved', () => content.comments.update(first.id, { status: 'approve' }, as), 2],
    ['trashed', () => content.comments.trash(second.id, as), 1],
    ['restored', () => content.comments.restore(second.id, as), 2],
    ['the post in the trash', () => content.posts.trash(post.id, as), 0],
    ['the post restored', () => content.posts.update(post.id, { status: 'publish' }, as), 2],
    ['deleted', () => content.comments.delete(second.id, as), 1],
  ]
  for (const [name, step, expected] of steps) {
    await step()
    t.equal(await count(), expected, name)
  }
  const other = await content.posts.create({ title: 'Other', status: 'publish' }, as)
  await content.comments.update(first.id, { post: other.id }, as)
  t.equal(await count(), 0, 'a comment that moves counts for the other post')
  await content.posts.delete(other.id, as)
  t.equal(await content.comments.get(first.id, as), undefined, 'comments leave with their post')
})

const RESTORED: readonly (readonly [name: string, statuses: readonly string[]])[] = [
  ['spam', ['hold', 'spam', 'unspam:hold']],
  ['the trash', ['approved', 'trash', 'untrash:approved']],
  ['spam in the trash', ['hold', 'spam', 'trash', 'untrash:spam', 'unspam:hold']],
  ['what was approved and held since', ['approved', 'spam', 'hold', 'unspam:approved', 'untrash:hold']],
  ['what was never put away', ['approved', 'untrash:hold', 'unspam:hold']],
]

for (const [name, statuses] of RESTORED) {
  t.test(`restores from ${name}`, async t => {
    const { content, system, say } = await site()
    const { id } = await say('Words', 'editor')
    for (const each of statuses) {
      const [status = '', expected = status] = each.split(':')
      t.equal((await content.comments.update(id, { status }, { as: system })).status, expected, each)
    }
  })
}

t.test('the trash', async t => {
  const { content, system, say, store } = await site()
  const as = { as: system }
  const held = await say('Words', 'editor', { status: 'hold' })
  t.equal((await content.comments.trash(held.id, as)).status, 'trash')
  await t.rejects(content.comments.trash(held.id, as), { code: 'rest_already_trashed', status: 410 })
  t.equal((await content.comments.restore(held.id, as)).status, 'hold')
  await t.rejects(content.comments.restore(held.id, as), { code: 'rest_not_trashed', status: 409 })
  t.equal((await content.comments.update(held.id, { status: 'trash' }, as)).status, 'trash')
  t.equal((await content.comments.update(held.id, { status: 'untrash' }, as)).status, 'hold')
  const kept = (await metaIn(store).find({})).records.filter(({ kind }) => kind === 'comment')
  t.same(kept, [], 'what the trash kept is gone')
  const born = await say('Born there', 'editor', { status: 'trash' })
  t.equal((await content.comments.restore(born.id, as)).status, 'approved')
})

t.test('replies to a deleted comment move up', async t => {
  const { content, system, say } = await site()
  const root = await say('Root')
  const middle = await say('Middle', 'author', { parent: root.id })
  const reply = await say('Nested', 'editor', { parent: middle.id })
  await content.comments.delete(middle.id, { as: system })
  t.equal((await content.comments.get(reply.id, { as: system }))?.parent, root.id)
})

t.test('comments may reply to each other in a circle, and are left when it is gone', async t => {
  const { content, system, say } = await site()
  const as = { as: system }
  const [first, second, own] = [await say('First'), await say('Second', 'author'), await say('Own', 'editor')]
  const parentOf = async (id: number, parent: number) => (await content.comments.update(id, { parent }, as)).parent
  t.equal(await parentOf(second.id, first.id), first.id)
  t.equal(await parentOf(first.id, second.id), second.id)
  t.equal(await parentOf(own.id, own.id), own.id)
  t.equal(await parentOf(first.id, -own.id), 0, 'no comment has a negative id')
  await parentOf(first.id, second.id)
  await content.comments.delete(first.id, as)
  t.equal((await content.comments.get(second.id, as))?.parent, second.id)
  await content.comments.delete(second.id, as)
  await content.comments.delete(own.id, as)
  t.equal(await content.comments.get(own.id, as).catch(() => undefined), undefined)
})

t.test('a duplicate comment is refused', async t => {
  const { content, say, user, post, system } = await site()
  await say('From me')
  for (const words of ['From me', 'from ME', '  From me '])
    await t.rejects(say(words), { code: 'comment_duplicate', status: 409 }, words)
  await say('From me', 'author')
  const [{ id }] = (await content.comments.find({}, { as: system })).records as [CommentRecord]
  await content.comments.trash(id, { as: system })
  await t.rejects(
    say('From me', 'author').then(() => say('From me')),
    { code: 'comment_duplicate' },
    'not even in the trash',
  )
  for (const parent of [0, 1]) await say('A note', 'editor', { type: 'note', parent })
  await say('A note', 'editor', { type: 'note' })
  await t.rejects(content.comments.create({ post: post.id, content: 'X' }, { as: { ...user('author'), id: 99 } }), {
    code: 'rest_not_logged_in',
  })
})

t.test('floods are refused', async t => {
  let now = Date.parse('2024-06-01T12:00:00Z')
  const made = await site(makeSite, {
    comments: { flood: { comments: 3, seconds: 10 } },
    services: { clock: () => now },
  })
  const from = (words: string, authorIp: string, role?: string) =>
    made.say(words, role, { authorIp, date: '2020-01-01T00:00:00' })
  for (const words of ['1', '2', '3']) await from(words, '192.0.2.1')
  await t.rejects(from('4', '192.0.2.1'), { code: 'comment_flood', status: 429 })
  await t.rejects(from('4', '192.0.2.1', 'author'), { code: 'comment_flood' }, 'whoever it is')
  t.ok(await from('4', '192.0.2.2'), 'other addresses')
  t.ok(await from('5', '192.0.2.1', 'editor'), 'moderators')
  now += 11_000
  t.ok(await from('6', '192.0.2.1'), 'later')
  const unlimited = await site(makeSite, { comments: { flood: false } })
  for (let i = 0; i < 40; i++) await unlimited.say(`${i}`, 'subscriber', { authorIp: '192.0.2.1' })
})

t.test('what waits for a moderator', async t => {
  const { content, say, user } = await site()
  const link = '<a href="https://example.com/">x</a>'
  const cases: readonly [string, string, string][] = [
    ['one link', link, 'approved'],
    ['two links', `${link} ${link}`, 'hold'],
    ['two addresses', 'https://example.com/ and https://example.org/', 'hold'],
    ['words', 'two words', 'approved'],
  ]
  for (const [name, words, status] of cases) t.equal((await say(words)).status, status, name)
  t.equal((await say(`${link} ${link} .`, 'editor')).status, 'approved', 'moderators say what they like')
  const own = await content.posts.create({ title: 'Own', status: 'publish' }, { as: user('author') })
  const answer = await content.comments.create({ post: own.id, content: `${link} ${link}` }, { as: user('author') })
  t.equal(answer.status, 'approved', 'and authors on their posts')
})

t.test('checks for spam', async t => {
  const seen: string[] = []
  const {
    say,
    count,
    site: platen,
  } = await site(makeSite, {
    register: each => {
      each.filter(commentCheck, ({ value, comment: { content, authorName }, post, actor }) => {
        seen.push(`${authorName} ${actor.id > 0} ${post.title} ${String(value)}`)
        if (content.includes('pills')) return 'spam'
        return content.includes('poison') ? new RestError('no_poison', 'None of that here.', 403) : value
      })
    },
  })
  t.equal((await say('Buy pills')).status, 'spam')
  t.equal((await say('Hello')).status, 'approved')
  const saved: unknown[] = []
  platen.on(commentSaved, ({ comment, before }) => void saved.push([comment.content, before]))
  await t.rejects(say('Drink poison'), { code: 'no_poison', status: 403 })
  t.same(saved, [], 'nothing is stored, and no event is emitted')
  t.equal(await count(), 1)
  t.equal(seen[0], 'subscriber true Talk approved')
  await say('A note with pills', 'editor', { type: 'note' })
  t.equal(seen.length, 3, 'notes are not checked')
})

t.test('events', async t => {
  const { say, content, system, site: platen } = await site()
  const seen: unknown[] = []
  platen.on(commentSaved, ({ comment, before }) => void seen.push([before?.status, comment.status]))
  platen.on(commentDeleted, ({ comment }) => void seen.push(['deleted', comment.status]))
  const { id } = await say('Words')
  await content.comments.update(id, { status: 'hold' }, { as: system })
  await content.comments.trash(id, { as: system })
  await content.comments.restore(id, { as: system })
  await content.comments.delete(id, { as: system })
  t.same(seen, [
    [undefined, 'approved'],
    ['approved', 'hold'],
    ['hold', 'trash'],
    ['trash', 'hold'],
    ['deleted', 'hold'],
  ])
})

t.test('notices', async t => {
  const sent: { to: string; subject: string; text: string }[] = []
  const logged: string[] = []
  let fails = false
  const made = await site(makeSite, {
    title: 'Tea\r\nBcc: all@example.com',
    services: {
      mailer: {
        async send(mail) {
          if (fails) throw new Error('no mail today')
          sent.push(mail)
        },
      },
      logger: { info() {}, warn() {}, error: (_, message) => void logged.push(message) },
    },
  })
  const { content, user, say } = made
  await say('On a post of nobody')
  t.same(sent, [])
  const own = await content.posts.create({ title: 'A <b>cup</b>', status: 'publish' }, { as: user('author') })
  const on = (words: string, role: string, more: Partial<NewComment> = {}) =>
    content.comments.create({ post: own.id, content: words, ...more }, { as: user(role) })
  await on('Nice <em>cup</em>', 'subscriber')
  await on('Thanks', 'author')
  await on('Held', 'editor', { status: 'hold' })
  await on('Spam', 'editor', { status: 'spam' })
  await on('A note', 'editor', { type: 'note' })
  t.same(
    sent.map(({ to, subject }) => [to, subject]),
    [
      ['author@example.com', '[Tea Bcc: all@example.com] A comment on "A cup"'],
      ['admin@example.com', '[Tea Bcc: all@example.com] A comment on "A cup" awaits moderation'],
    ],
  )
  t.match(sent[0]?.text, /^subscriber \(subscriber@example\.com\) wrote:\n\nNice cup\n/)
  fails = true
  t.ok(await on('Words', 'subscriber'), 'a failure changes nothing')
  t.equal(logged.length, 1)
})

t.test('who may comment', async t => {
  const { content, post, nobody, user, system, site: platen } = await site()
  const anonymous = (input: Partial<NewComment>) =>
    content.comments.create({ post: post.id, content: 'Hello', ...ann, ...input }, { as: nobody })
  await t.rejects(anonymous({}), { code: 'rest_comment_login_required', status: 401 })
  const off = platen.filter(anonymousComments, ({ value, post: { title } }) => value || title === 'Talk')
  const comment = await anonymous({})
  t.match(comment, { author: 0, authorName: 'Ann', authorEmail: 'ann@example.com', status: 'approved' })
  await t.rejects(anonymous({ content: 'x', authorName: '' }), { code: 'rest_comment_author_data_required' })
  await t.rejects(anonymous({ content: 'x', authorEmail: 'ann' }), { code: 'rest_invalid_param' })
  await t.rejects(anonymous({ content: 'x', author: 1 }), { code: 'rest_comment_invalid_author', status: 401 })
  await t.rejects(anonymous({ content: 'x', type: 'note' }), { code: 'rest_comment_login_required', status: 401 })
  await t.rejects(anonymous({ content: '<img src=x>' }), { code: 'rest_comment_content_invalid' }, 'nothing is left')
  await t.rejects(anonymous({ content: 'x', meta: { _wp_note_status: 'resolved' } }), { code: 'rest_cannot_update' })
  off()
  await t.rejects(anonymous({ content: 'Again' }), { code: 'rest_comment_login_required' })
  const everywhere = await site(makeSite, { comments: { anonymous: true } })
  const input = { post: everywhere.post.id, content: 'Hello', ...ann }
  t.ok(await everywhere.content.comments.create(input, { as: everywhere.nobody }))
  t.match(await content.comments.create({ post: post.id, content: 'By nobody' }, { as: system }), { author: 0 })
  const by = { as: user('subscriber') }
  await t.rejects(content.comments.update(comment.id, { content: 'Mine' }, by), { code: 'rest_cannot_edit' })
  await t.rejects(content.comments.delete(comment.id, by), { code: 'rest_cannot_delete' })
  await t.rejects(content.comments.create({ post: 99, content: 'x' }, by), { code: 'rest_comment_invalid_post_id' })
})

t.test('authors of posts moderate, but speak for nobody else', async t => {
  const { content, user, system } = await site()
  const own = await content.posts.create({ title: 'Own', status: 'publish' }, { as: user('author') })
  const foreign = await content.posts.create({ title: 'Foreign', status: 'publish' }, { as: system })
  const by = { as: user('author') }
  const { id } = await content.comments.create({ post: own.id, content: 'Words' }, { as: user('subscriber') })
  t.equal((await content.comments.update(id, { status: 'hold' }, by)).status, 'hold')
  const administrator = user('administrator').id
  await t.rejects(content.comments.update(id, { author: administrator }, by), { code: 'rest_comment_invalid_author' })
  await t.rejects(content.comments.update(id, { post: foreign.id }, by), { code: 'rest_cannot_edit' })
  for (const post of [0, 99_999])
    await t.rejects(content.comments.update(id, { post }, { as: system }), { code: 'rest_comment_invalid_post_id' })
  await t.rejects(content.comments.update(id, { type: 'note' }, by), { code: 'rest_comment_invalid_type' })
  await t.rejects(content.comments.update(id, { content: 'x' }, { ...by, version: 99 }), {
    code: 'rest_precondition_failed',
  })
  t.equal((await content.comments.get(id, by))?.content, 'Words', 'nothing of it is stored')
})

t.test('what a comment cannot be', async t => {
  const { say } = await site()
  const cases: readonly [string, Partial<NewComment>, string][] = [
    ['empty', { content: '  ' }, 'rest_comment_content_invalid'],
    ['too long', { content: 'x'.repeat(65_526) }, 'comment_content_column_length'],
    ['a long name', { ...ann, authorName: 'n'.repeat(246) }, 'comment_author_column_length'],
    [
      'a long address',
      { ...ann, authorEmail: `${'m'.repeat(60)}@${'d'.repeat(40)}.org` },
      'comment_author_email_column_length',
    ],
    ['a long URL', { ...ann, authorUrl: `https://example.com/${'u'.repeat(200)}` }, 'comment_author_url_column_length'],
    ['no date', { date: 'soon' }, 'invalid_date'],
    ['no address', { authorIp: 'here' }, 'rest_invalid_param'],
    ['of another type', { type: 'pingback' }, 'rest_invalid_comment_type'],
  ]
  for (const [name, more, code] of cases) await t.rejects(say('Words', 'editor', more), { code }, name)
  t.equal((await say('x'.repeat(65_525), 'editor')).content.length, 65_525)
  const script = await say('Hi', 'editor', { ...ann, authorUrl: 'javascript:alert(1)' })
  t.equal(script.authorUrl, '', 'a URL that runs code is dropped')
  const { content } = await say('<b>x</b> <script>y</script> <a href="https://a.example/" rel="me">z</a>')
  t.equal(content, '<b>x</b> y <a href="https://a.example/" rel="nofollow ugc">z</a>')
})

t.test('in process', async t => {
  const { content, say, user, post, nobody, system } = await site()
  const comment = await say('Words', 'subscriber', { authorIp: '192.0.2.7' })
  const note = await say('A note', 'editor', { type: 'note' })
  t.match(await content.comments.get(comment.id, { as: nobody }), { content: 'Words', authorEmail: '', authorIp: '' })
  t.equal((await content.comments.get(comment.id, { as: system }))?.authorIp, '192.0.2.7')
  t.equal(await content.comments.get(note.id, { as: user('author') }), undefined)
  t.same(
    (await content.comments.find({}, { as: nobody })).records.map(({ id }) => id),
    [comment.id],
  )
  t.equal((await content.comments.find({ total: true }, { as: user('editor') })).total, 2)
  await content.posts.update(post.id, { status: 'private' }, { as: system })
  t.same((await content.comments.find({ total: true }, { as: user('author') })).total, 0)
})

t.test('the HTML of a comment is limited to what its author may use, whoever changes it', async t => {
  const { content, user, say, system } = await site()
  const html = '<script>a</script><b>b</b>'
  const change = async (id: number, by: Parameters<typeof content.comments.update>[2]) =>
    (await content.comments.update(id, { content: html }, by)).content
  const reader = await say('Words', 'subscriber')
  t.equal(await change(reader.id, { as: user('administrator') }), 'a<b>b</b>')
  t.equal(await change(reader.id, { as: system }), 'a<b>b</b>')
  const stranger = await say('Words of a stranger', 'administrator', ann)
  await content.comments.update(stranger.id, { author: user('subscriber').id }, { as: user('administrator') })
  t.equal(await change(stranger.id, { as: user('administrator') }), 'a<b>b</b>')
  const editor = await say('Words of an editor', 'editor')
  t.equal(await change(editor.id, { as: user('editor') }), html)
  t.equal(await change(editor.id, { as: user('administrator') }), html)
})
