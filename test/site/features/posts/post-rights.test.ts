import { type PostRecord, postsIn, wherePosts } from '@platen/site'
import { postTypes } from '@platen/site/extend'
import { deleteMedia, deletePost, updateMedia, updatePost } from '@platen/site/operations'
import t from 'tap'
import { permitsIn, randomSite, STATUSES, shown, TYPES } from '../../access/random-callers.js'
import { onEveryStore } from '../../every-store.js'
import { internals } from '../../internals.js'

const { canReadPost, conditionOf, deletePosts, editPosts, readPosts } = internals

const idsOf = (records: readonly PostRecord[]) => records.map(({ id }) => id).sort((a, b) => a - b)

onEveryStore(t, 'lists of posts are cut by the rights to single posts', async (t, make) => {
  const { site, store, callers, posts, parentOf, choose } = await randomSite(make, 41, { callers: 16, posts: 100 })
  const { and, in: isIn } = wherePosts
  const wrong: unknown[] = []
  let cut = 0
  for (const caller of callers) {
    const rights = [
      ['read', readPosts, (post: PostRecord) => canReadPost(site.context, post, caller, parentOf(post))],
      ['edit', editPosts, (post: PostRecord) => caller.can('edit_post', post)],
      ['delete', deletePosts, (post: PostRecord) => caller.can('delete_post', post)],
    ] as const
    const types = choose.some(TYPES.slice(0, 8), 5)
    const statuses = choose.some(STATUSES.slice(0, 8), 5)
    for (const kinds of [
      undefined,
      { types, statuses },
      { types: types.slice(0, 1), statuses: statuses.slice(0, 1) },
    ]) {
      const listed = posts.filter(
        ({ type, status }) => kinds === undefined || (kinds.types.includes(type) && kinds.statuses.includes(status)),
      )
      const ofKinds = kinds && and(isIn('type', kinds.types), isIn('status', kinds.statuses))
      for (const [name, right, may] of rights) {
        const condition = conditionOf(right(site.context, caller, kinds))
        const { records } = await postsIn(store).find({ where: and(ofKinds, condition) })
        const expected = listed.filter(may)
        if (idsOf(records).join() !== idsOf(expected).join()) wrong.push([name, shown(caller), kinds])
        if (expected.length > 0 && expected.length < listed.length) cut++
      }
    }
  }
  t.same(wrong, [])
  t.ok(cut > 30, `${cut} lists are cut`)
})

onEveryStore(t, 'routes, links, Allow, operations and the site in process follow the same rights', async (t, make) => {
  const { site, callers, posts, parentOf, choose } = await randomSite(make, 42, { callers: 16, posts: 80 })
  const permits = permitsIn(site)
  const types = new Map(
    site.context
      .get(postTypes)
      .all()
      .map(type => [type.name, type] as const),
  )
  // Only attachments come to inherit their status, apart from revisions.
  const addressed = posts.filter(
    ({ type, status }) =>
      types.get(type)?.showInRest === true && (status !== 'inherit' || types.get(type)?.inheritsStatus === true),
  )
  const wrong: unknown[] = []
  const tally = { GET: [0, 0], POST: [0, 0], DELETE: [0, 0] }
  for (const caller of callers) {
    for (let round = 0; round < 10; round++) {
      const post = choose.pick(addressed)
      const { id } = post
      const { restNamespace, restBase } = types.get(post.type) ?? {}
      const may = {
        GET: canReadPost(site.context, post, caller, parentOf(post)),
        POST: caller.can('edit_post', post),
        DELETE: caller.can('delete_post', post),
      }
      const path = `/${restNamespace}/${restBase}/${id}`
      const { headers } = await site.dispatch({ method: 'OPTIONS', path, principal: caller })
      const { status, body } = await site.dispatch({ method: 'GET', path, principal: caller })
      const { _links: links } = body as { _links?: { self: [{ targetHints?: { allow: string[] } }] } }
      const allowed = headers['Allow']?.split(', ') ?? []
      const hinted = links === undefined ? undefined : (links.self[0].targetHints?.allow ?? [])
      const methods = ['GET', 'POST', 'DELETE'] as const
      for (const method of methods) tally[method][may[method] ? 1 : 0]++
      const [update, remove] = post.type === 'attachment' ? [updateMedia, deleteMedia] : [updatePost, deletePost]
      const found = {
        allow: methods.filter(method => allowed.includes(method)),
        hints: links && methods.filter(method => hinted?.includes(method)),
        answered: status === 200,
        inProcess: (await site.content.posts.get(id, { as: caller })) !== undefined,
        updates: await permits('rest_cannot_edit', tx => update(tx, caller, { id })),
        removes: await permits('rest_cannot_delete', tx => remove(tx, caller, { id })),
      }
      const permitted = methods.filter(method => may[method])
      const expected = {
        allow: permitted,
        hints: links && permitted,
        answered: may.GET,
        inProcess: may.GET,
        updates: may.POST,
        removes: may.DELETE,
      }
      if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push([shown(caller), post, found, expected])
    }
  }
  t.same(wrong, [])
  for (const [method, [no, yes]] of Object.entries(tally)) t.ok(no > 20 && yes > 20, `${method}: ${no} ${yes}`)
})
