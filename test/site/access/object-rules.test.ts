import type { PostRecord, UserRecord } from '@platen/site'
import t from 'tap'
import { makeSite, type TestSite } from '../make-site.js'

const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'anonymous'] as const

const postOf = (author: number, status: string, type = 'post') => ({ id: 1, author, status, type }) as PostRecord

/** Which roles may do something, when the object is the author's. */
function allowed({ site, users }: TestSite, rule: string, ...objects: readonly unknown[]): readonly string[] {
  return ROLES.filter(role => site.principalOf(users.get(role)).can(rule, ...objects))
}

const OF_THE_AUTHOR: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['edit_post', 'post', 'publish', ['administrator', 'editor', 'author']],
  ['edit_post', 'post', 'draft', ['administrator', 'editor', 'author']],
  ['edit_post', 'post', 'private', ['administrator', 'editor', 'author']],
  ['delete_post', 'post', 'publish', ['administrator', 'editor', 'author']],
  ['read_post', 'post', 'publish', ['administrator', 'editor', 'author', 'contributor', 'subscriber']],
  ['read_post', 'post', 'private', ['administrator', 'editor', 'author']],
  ['read_post', 'post', 'draft', ['administrator', 'editor', 'author']],
  ['publish_post', 'post', 'draft', ['administrator', 'editor', 'author']],
  ['edit_post', 'page', 'publish', ['administrator', 'editor']],
  ['edit_post', 'no such type', 'publish', []],
]

t.test('posts of the author', async t => {
  const site = await makeSite()
  const author = site.users.get('author')?.id ?? 0
  for (const [rule, type, status, expected] of OF_THE_AUTHOR) {
    t.same(allowed(site, rule, postOf(author, status, type)), expected, `${rule} ${type} ${status}`)
  }
})

t.test('posts of the contributor', async t => {
  const site = await makeSite()
  const id = site.users.get('contributor')?.id ?? 0
  t.same(allowed(site, 'edit_post', postOf(id, 'draft')), ['administrator', 'editor', 'contributor'])
  t.same(
    allowed(site, 'edit_post', postOf(id, 'publish')),
    ['administrator', 'editor'],
    'what is out is no more theirs to edit',
  )
  t.same(allowed(site, 'publish_post', postOf(id, 'draft')), ['administrator', 'editor', 'author'])
})

t.test('posts without an author belong to no user', async t => {
  t.same(allowed(await makeSite(), 'edit_post', postOf(0, 'draft')), ['administrator', 'editor'])
})

t.test('users', async t => {
  const site = await makeSite()
  const subscriber = site.users.get('subscriber') as UserRecord
  t.same(allowed(site, 'edit_user', subscriber), ['administrator', 'subscriber'])
  t.same(allowed(site, 'delete_user', subscriber), ['administrator'])
  t.same(allowed(site, 'promote_user', subscriber), ['administrator'])
  t.same(allowed(site, 'edit_user', { ...subscriber, id: 0 }), ['administrator'], 'anonymous is not a user')
})

t.test('terms and comments', async t => {
  const site = await makeSite()
  const term = { id: 1, taxonomy: 'category' }
  t.same(allowed(site, 'edit_term', term), ['administrator', 'editor'])
  t.same(allowed(site, 'assign_term', term), ['administrator', 'editor', 'author', 'contributor'])
  t.same(allowed(site, 'delete_term', { id: 1, taxonomy: 'no such taxonomy' }), [])
  const author = site.users.get('author')?.id ?? 0
  t.same(allowed(site, 'edit_comment', {}, postOf(author, 'publish')), ['administrator', 'editor', 'author'])
  t.same(allowed(site, 'edit_comment', {}, undefined), ['administrator', 'editor'])
})
