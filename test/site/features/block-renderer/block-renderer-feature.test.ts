import { postsIn } from '@platen/site'
import { defineBlock } from '@platen/site/extend'
import t from 'tap'
import { makeSite } from '../../make-site.js'
import { recordOf } from '../posts/counting-site.js'

const { send, store } = await makeSite({
  register(site) {
    site.registerBlockType(
      defineBlock({
        name: 'garden/season',
        attributes: {
          month: { type: 'integer', minimum: 1, maximum: 12, default: 1 },
          note: { type: 'string' },
        },
        supports: { customCSS: false },
        usesContext: ['postId', 'postType'],
        render: ({ month, note = '' }, content, _loaded, { context, postId }) =>
          JSON.stringify([month, note, content, context, postId]),
      }),
    )
    site.registerBlockType(
      defineBlock({
        name: 'garden/own-text',
        usesContext: ['postId'],
        load: async (uses, { site }) => postsIn(site.store).get(Number(uses[0]?.context['postId'])),
        includes: post => (post === undefined ? [] : [post]),
        render: (_attributes, _content, post, { contentOf }) => (post === undefined ? '' : contentOf(post)),
      }),
    )
    site.registerBlockType({ name: 'garden/plain' })
  },
})

const SEASON = '/block-renderer/garden/season?context=edit'
const html = ({ body }: { readonly body: unknown }): unknown => JSON.parse((body as { rendered: string }).rendered)

t.test('a block is rendered with attributes from the query or the body', async t => {
  t.same(html(await send(`GET ${SEASON}`)), [1, '', '', {}, 0])
  t.same(html(await send(`GET ${SEASON}&attributes[month]=5&attributes[note]=%3Cb%3E%20--%3E`)), [
    5,
    '<b> -->',
    '',
    {},
    0,
  ])
  t.same(html(await send(`POST ${SEASON}`, { body: { attributes: { month: 7, lock: { move: true } } } })), [
    7,
    '',
    '',
    {},
    0,
  ])
  t.same(html(await send('POST /block-renderer/garden/season', { body: { context: 'edit' } })), [1, '', '', {}, 0])
})

t.test('a block may be rendered for a post', async t => {
  const post = await postsIn(store).insert(recordOf('post', { content: '<p>Text</p><!-- wp:garden/season /-->' }))
  t.same(html(await send(`GET ${SEASON}&post_id=${post.id}`)), [
    1,
    '',
    '',
    { postId: post.id, postType: 'post' },
    post.id,
  ])
  t.match((await send(`GET /block-renderer/garden/own-text?context=edit&post_id=${post.id}`)).body, {
    rendered: `<p>Text</p>[1,"","",{"postId":${post.id},"postType":"post"},${post.id}]`,
  })
})

const INVALID: readonly (readonly [attributes: unknown, code: string])[] = [
  [{ month: 0 }, 'rest_out_of_bounds'],
  [{ month: 'five' }, 'rest_invalid_type'],
  [{ note: 5 }, 'rest_invalid_type'],
  [{ other: 1 }, 'rest_additional_properties_forbidden'],
  [{ style: {} }, 'rest_additional_properties_forbidden'],
  ['text', 'rest_invalid_type'],
]

for (const [attributes, code] of INVALID) {
  t.test(`the attributes ${JSON.stringify(attributes)} are refused`, async t => {
    t.match(await send(`POST ${SEASON}`, { body: { attributes } }), {
      status: 400,
      body: { code: 'rest_invalid_param', data: { details: { attributes: { code } } } },
    })
  })
}

const own = await postsIn(store).insert(recordOf('post', { content: '', author: 3 }))

const REFUSALS: readonly (readonly [request: string, as: string, status: number, code: string])[] = [
  ['GET /block-renderer/garden/season', 'administrator', 400, 'rest_invalid_param'],
  ['GET /block-renderer/garden/season', 'anonymous', 400, 'rest_invalid_param'],
  ['GET /block-renderer/garden/season?context=view', 'administrator', 400, 'rest_invalid_param'],
  [`GET ${SEASON}`, 'anonymous', 401, 'block_cannot_read'],
  [`GET ${SEASON}`, 'subscriber', 403, 'block_cannot_read'],
  [`GET ${SEASON}&post_id=${own.id}`, 'contributor', 403, 'block_cannot_read'],
  [`GET ${SEASON}&post_id=99999`, 'administrator', 403, 'block_cannot_read'],
  ['GET /block-renderer/garden/plain?context=edit', 'contributor', 404, 'block_invalid'],
  ['GET /block-renderer/garden/nothing?context=edit', 'contributor', 404, 'block_invalid'],
  ['GET /block-renderer/garden/nothing?context=edit', 'anonymous', 401, 'block_cannot_read'],
  ['PUT /block-renderer/garden/season?context=edit', 'administrator', 404, 'rest_no_route'],
]

for (const [request, as, status, code] of REFUSALS) {
  t.test(`${request} as ${as}`, async t => {
    t.match(await send(request, { as }), { status, body: { code } })
  })
}

t.test('attributes that are null count as absent', async t => {
  const [none, empty] = [
    await send(`POST ${SEASON}`, { body: { attributes: null } }),
    await send(`POST ${SEASON}`, { body: { attributes: {} } }),
  ]
  t.equal(none.status, 200)
  t.strictSame(none.body, empty.body)
})

const CORE: readonly (readonly [name: string, attributes: object, html: string])[] = [
  ['site-title', { level: 2.9, isLink: false }, '<h2 class="wp-block-site-title">'],
  ['site-title', { level: 6.5, isLink: false }, '<h6 class="wp-block-site-title">'],
  ['site-title', { level: 7, isLink: false }, '<h1 class="wp-block-site-title">'],
  ['latest-comments', {}, '<div class="has-avatars has-dates has-excerpts no-comments wp-block-latest-comments">'],
  ['latest-comments', { displayContent: 'none' }, '<div class="has-avatars has-dates no-comments wp-block'],
  ['latest-comments', { displayAvatar: false, displayDate: false }, '<div class="has-excerpts no-comments wp-block'],
]

for (const [name, attributes, html] of CORE) {
  t.test(`core/${name} with ${JSON.stringify(attributes)}`, async t => {
    const { status, body } = await send(`POST /block-renderer/core/${name}?context=edit`, { body: { attributes } })
    t.equal(status, 200)
    t.ok((body as { rendered: string }).rendered.startsWith(html), JSON.stringify(body))
  })
}

t.test('the version of the schema is not named', async t => {
  const { body } = await send('OPTIONS /block-renderer/garden/season')
  t.match(body, { schema: { $schema: 'http://json-schema.org/schema#', title: 'rendered-block' } })
})
