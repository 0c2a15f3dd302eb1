import { RestError } from '@platen/core'
import { defineFeature, readonlyRoutes, refusal, siteResource } from '@platen/site/extend'
import t from 'tap'
import { makeSite } from '../make-site.js'

interface Paper {
  readonly name: string
  readonly weight: number
  readonly secret?: boolean
}

const PAPERS: readonly Paper[] = [
  { name: 'laid/cream', weight: 90 },
  { name: 'wove/white', weight: 120 },
  { name: 'wove/blue', weight: 120, secret: true },
]

const papers = defineFeature({
  name: 'papers',
  routes(site) {
    const resource = siteResource<Paper, undefined, never, never>(site, 'paper', {
      title: 'paper',
      fields: {
        name: { schema: { type: 'string' }, contexts: ['view', 'edit'], readonly: true, get: ({ name }) => name },
        weight: { schema: { type: 'integer' }, contexts: ['edit'], readonly: true, get: ({ weight }) => weight },
      },
      load: () => undefined,
      links: { of: ({ name }) => ({ self: [{ href: `${site.apiUrl}/${site.namespace}/papers/${name}` }] }) },
    })
    readonlyRoutes(site, '/papers', {
      resource,
      name: { arg: 'name', description: 'The name of a paper.', pattern: '[a-z]+/[a-z]+' },
      find: async name => PAPERS.find(paper => paper.name === name),
      notFound: () => new RestError('paper_invalid', 'The paper does not exist.', 404),
      list: {
        args: { weight: { description: 'Only papers of this weight.', type: 'integer' } },
        permission: ({ principal }) => principal.authenticated,
        records: ({ params }) => PAPERS.filter(({ weight }) => weight === (params['weight'] ?? weight)),
      },
      read: {
        permission: (paper, { principal }) => !paper?.secret || principal.can('edit_posts'),
        refuse: (_, request) =>
          request.params['context'] === 'edit' && !request.principal.can('manage_options')
            ? refusal(request, 'rest_forbidden_context', 'You are not allowed to edit papers.')
            : undefined,
      },
    })
  },
})

const { send } = await makeSite({ features: [papers] })

t.test('lists as an array without `keyOf`, with the arguments of the family', async t => {
  const { body } = await send('GET /papers?weight=120&_fields=name')
  t.same(body, [{ name: 'wove/white' }, { name: 'wove/blue' }])
  const all = await send('GET /papers')
  t.match((all.body as readonly object[])[0], { _links: { self: [{ href: /\/papers\/laid\/cream$/ }] } })
})

const reads: readonly (readonly [
  request: string,
  as: string,
  status: number,
  code: string | undefined,
  allow: boolean,
])[] = [
  ['GET /papers', 'anonymous', 401, 'rest_forbidden', false],
  ['GET /papers/wove/white', 'anonymous', 200, undefined, true],
  ['GET /papers/wove/blue', 'anonymous', 401, 'rest_forbidden', false],
  ['GET /papers/wove/blue', 'author', 200, undefined, true],
  ['GET /papers/wove/none', 'anonymous', 404, 'paper_invalid', true],
  ['GET /papers/wove/white?context=edit', 'author', 403, 'rest_forbidden_context', true],
  ['GET /papers/wove/white?context=edit', 'administrator', 200, undefined, true],
  ['GET /papers/white', 'administrator', 404, 'rest_no_route', false],
]

for (const [request, as, status, code, allow] of reads) {
  t.test(`${request} by ${as}: ${code ?? status}`, async t => {
    const response = await send(request, { as })
    t.equal(response.status, status)
    t.equal((response.body as { code?: string }).code, code)
    t.equal(response.headers['Allow'] !== undefined, allow)
  })
}

t.test('OPTIONS shows the arguments of both routes', async t => {
  const endpointsOf = async (path: string) =>
    ((await send(`OPTIONS ${path}`)).body as { endpoints: readonly { args: object }[] }).endpoints
  t.match(await endpointsOf('/papers'), [
    { args: { context: { enum: ['view', 'edit'] }, weight: { type: 'integer' } } },
  ])
  t.match(await endpointsOf('/papers/wove/white'), [{ args: { context: {}, name: { type: 'string' } } }])
})
