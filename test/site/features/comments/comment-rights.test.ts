import { type CommentRecord, commentsIn, deleteComment, updateComment, whereComments } from '@platen/site'
import t from 'tap'
import { permitsIn, randomSite, shown } from '../../access/random-callers.js'
import { onEveryStore } from '../../every-store.js'
import { internals } from '../../internals.js'
import { sampleComment } from '../../sample-records.js'

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
