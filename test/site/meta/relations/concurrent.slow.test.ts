import { createSite, installSite, metaIn, postsIn, whereMeta, wherePosts } from '@platen/site'
import t from 'tap'
import { noServer, openNewSchema } from '../../../sql/postgres/new-schema.js'

const reason = await noServer()
const ROUNDS = 25

for (const onDelete of ['refuse', 'clear'] as const)
  t.test(`no post refers to one that is deleted meanwhile: ${onDelete}`, reason ? { skip: reason } : {}, async t => {
    const store = await openNewSchema()
    t.teardown(() => store.close())
    const url = 'https://garden.example'
    const administrator = { login: 'admin', email: 'admin@garden.example', password: 'correct horse battery staple' }
    await installSite(store, { url, administrator })
    const site = createSite({ store, url })
    site.registerPostType('venue', { label: 'Venues', public: true, showInRest: true, restBase: 'venues' })
    site.registerMeta({
      object: 'post',
      subtype: 'post',
      key: 'venue',
      type: 'integer',
      single: true,
      refersTo: { object: 'post', subtypes: ['venue'] },
      onDelete,
    })
    await site.ready()
    const by = { as: site.system }
    const { posts } = site.content
    const outcomes = { kept: 0, deleted: 0, refused: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      const venue = await posts.create({ type: 'venue', title: `V${round}`, status: 'publish' }, by)
      const event = await posts.create({ title: `E${round}` }, by)
      const refer = async (write: Promise<unknown>) => {
        const [result] = await Promise.allSettled([write])
        if (result?.status !== 'rejected') return
        outcomes.refused++
        t.match(result.reason, { message: /venue|deleted/ })
      }
      await Promise.all([
        refer(posts.create({ title: `N${round}`, meta: { venue: venue.id } }, by)),
        refer(posts.delete(venue.id, by)),
        refer(posts.update(event.id, { meta: { venue: venue.id } }, by)),
      ])
      const isLeft = (await postsIn(store).get(venue.id)) !== undefined
      outcomes[isLeft ? 'kept' : 'deleted']++
      const { and, eq } = whereMeta
      const values = await metaIn(store).find({ where: and(eq('key', 'venue'), eq('value', venue.id)) })
      if (!isLeft) t.same(values.records, [], `round ${round}`)
      else t.ok(values.records.length > 0, 'the deletion was refused because of a reference')
    }
    t.comment(JSON.stringify(outcomes))
    t.equal(await postsIn(store).count(wherePosts.eq('type', 'venue')), outcomes.kept)
    t.ok(onDelete === 'refuse' || outcomes.kept === 0)
  })
