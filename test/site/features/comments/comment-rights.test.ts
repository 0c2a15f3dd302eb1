import { type CommentRecord, commentsIn, defaultRoles, whereComments } from '@platen/site'
import type { Actor } from '@platen/site/extend'
import { deleteComment, updateComment } from '@platen/site/operations'
import t from 'tap'
import { permitsIn, randomSite, shown } from '../../access/random-callers.js'
import { onEveryStore } from '../../every-store.js'
import { internals } from '../../internals.js'
import { makeSite } from '../../make-site.js'
import { sampleComment, samplePost } from '../../sample-records.js'

const { canEditComment, canReadComment, conditionOf, editComments, onPosts, readComments } = internals

const TYPES = ['comment', 'comment', 'note', 'pingback']
const STATUSES = ['approved', 'approved', 'hold', 'spam', 'trash']

onEveryStore(t, 'lists, routes, links, Allow and operations follow the rights to comments', async (t, make) => {
  const made = await randomSite(make, 43, { callers: 16, posts: 60 })
  const { site, store, callers, posts, parentOf, choose } = made
  const authors = [0, 999, ...callers.map(({ id }) => id)]
  const comments = await commentsIn(store).insertMany(
    Array.from({ length: 160 }, () =>
      sampleComment({
        type: choose.pick(TYPES),
        status: choose.pick(STATUSES),
        author: choose.pick(authors),
        post: choose.pick([99_998, ...posts.map(({ id }) => id)]),
      }),
    ),
  )
  const byId = new Map(posts.map(post => [post.id, { post, parent: parentOf(post) }]))
  const permits = permitsIn(site)
  const wrong: unknown[] = []
  let cut = 0
  const tally = { GET: [0, 0], POST: [0, 0], DELETE: [0, 0] }
  for (const caller of callers) {
    const on = onPosts(site.context, caller)
    const readable = (comment: CommentRecord) => canReadComment(site.context, caller, comment, byId.get(comment.post))
    const editable = (comment: CommentRecord) => canEditComment(caller, comment, byId.get(comment.post))
    const editableIds = [...byId.values()].flatMap(({ post }) => (caller.can('edit_post', post) ? [post.id] : []))
    const onEditable = whereComments.in('post', editableIds)
    const rights = [
      ['read', readComments(caller, on), readable],
      ['edit', editComments(caller, on), editable],
      ['edit listed', editComments(caller, { edit: onEditable }), editable],
    ] as const
    for (const [name, right, may] of rights) {
      const { records } = await commentsIn(store).find({ where: conditionOf(right) })
      const expected = comments.filter(may)
      const ids = (list: readonly CommentRecord[]) => list.map(({ id }) => id).sort((a, b) => a - b)
      if (ids(records).join() !== ids(expected).join()) wrong.push([name, shown(caller)])
      if (expected.length > 0 && expected.length < comments.length) cut++
    }
    for (let round = 0; round < 10; round++) {
      const comment = choose.pick(comments)
      const { id } = comment
      const [mayRead, mayEdit] = [readable(comment), editable(comment)]
      const path = `/${site.context.namespace}/comments/${id}`
      const { headers } = await site.dispatch({ method: 'OPTIONS', path, principal: caller })
      const { status, body } = await site.dispatch({ method: 'GET', path, principal: caller })
      const { _links: links } = body as { _links?: { self: [{ targetHints?: { allow: string[] } }] } }
      const methods = ['GET', 'POST', 'DELETE'] as const
      const allowed = headers['Allow']?.split(', ') ?? []
      const hinted = links?.self[0].targetHints?.allow ?? []
      const found = {
        allow: methods.filter(method => allowed.includes(method)),
        hints: links && methods.filter(method => hinted.includes(method)),
        answered: status === 200,
        inProcess: (await site.content.comments.get(id, { as: caller })) !== undefined,
        can: caller.can('edit_comment', comment, byId.get(comment.post)?.post),
        updates: await permits('rest_cannot_edit', tx => updateComment(tx, caller, { id })),
        removes: await permits('rest_cannot_delete', tx => deleteComment(tx, caller, { id })),
      }
      const permitted = methods.filter(method => (method === 'GET' ? mayRead : mayEdit))
      for (const method of methods) tally[method][permitted.includes(method) ? 1 : 0]++
      const expected = {
        allow: permitted,
        hints: links && permitted,
        answered: mayRead,
        inProcess: mayRead,
        can: mayEdit,
        updates: mayEdit,
        removes: mayEdit,
      }
      if (JSON.stringify(found) !== JSON.stringify(expected))
        wrong.push([shown(caller), comment, byId.get(comment.post), found, expected])
    }
  }
  t.same(wrong, [])
  t.ok(cut > 20, `${cut} lists are cut`)
  for (const [method, [no, yes]] of Object.entries(tally)) t.ok(no > 20 && yes > 20, `${method}: ${no} ${yes}`)
})

t.test('moderators change all comments but notes, which belong to those who can edit the post', async t => {
  const roles = { author: { label: 'Moderator', capabilities: ['read', 'moderate_comments'] } }
  const { site, users } = await makeSite({ roles: { ...defaultRoles, ...roles } })
  const post = { ...samplePost({ author: 999 }), id: 7, version: 1 }
  const comment = { ...sampleComment({ post: 7 }), id: 1, version: 1 }
  const note = { ...comment, type: 'note' }
  const on = { post, parent: undefined }
  const [moderator, editor] = ['author', 'editor'].map(role => site.principalOf(users.get(role))) as [Actor, Actor]
  t.ok(canEditComment(moderator, comment, on))
  t.ok(canEditComment(moderator, comment, undefined), 'on a post that is gone')
  t.notOk(canEditComment(moderator, note, on))
  t.notOk(canReadComment(site.context, moderator, note, on))
  t.ok(canEditComment(editor, note, on))
  t.notOk(canEditComment(editor, note, undefined), 'nobody can edit a post that is gone')
  t.ok(canReadComment(site.context, moderator, { ...comment, status: 'spam' }, on))
  const nobody = site.principalOf(undefined)
  t.ok(canReadComment(site.context, nobody, { ...comment, status: 'approved' }, on))
  t.notOk(canReadComment(site.context, nobody, { ...comment, status: 'hold', author: 0 }, on))
})
