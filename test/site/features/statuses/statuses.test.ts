import t from 'tap'
import { makeSite } from '../../make-site.js'

const { send } = await makeSite({
  register(site) {
    site.registerStatus('archived', { label: 'Archived', public: true, queryable: false, showInList: false })
    site.registerStatus('secret', { internal: true })
  },
})

const keysOf = ({ body }: { readonly body: unknown }) => Object.keys(body as object)

const LISTS: Readonly<Record<string, readonly string[]>> = {
  anonymous: ['publish', 'archived'],
  subscriber: ['publish', 'archived'],
  contributor: ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'archived'],
}

for (const [as, names] of Object.entries(LISTS)) {
  t.test(`the list as ${as}`, async t => {
    t.same(keysOf(await send('GET /statuses', { as })), names)
  })
}

const REFUSALS: readonly (readonly [request: string, as: string, status: number, code: string])[] = [
  ['GET /statuses?context=edit', 'anonymous', 401, 'rest_cannot_view'],
  ['GET /statuses/draft', 'subscriber', 403, 'rest_cannot_read_status'],
  ['GET /statuses/inherit', 'administrator', 403, 'rest_cannot_read_status'],
  ['GET /statuses/secret', 'administrator', 403, 'rest_cannot_read_status'],
  ['GET /statuses/nothing', 'administrator', 404, 'rest_status_invalid'],
]

for (const [request, as, status, code] of REFUSALS) {
  t.test(`${request} as ${as}`, async t => {
    const answer = await send(request, { as })
    t.match(answer, { status, body: { code, data: { status } } })
    t.notOk(answer.headers['Allow'])
  })
}

t.test('one status', async t => {
  t.same((await send('GET /statuses/archived?context=edit', { as: 'anonymous' })).body, {
    name: 'Archived',
    private: false,
    protected: false,
    public: true,
    queryable: false,
    show_in_list: false,
    slug: 'archived',
    date_floating: false,
    _links: { archives: [{ href: 'https://site.example/cms-json/cms/v2/posts?status=archived' }] },
  })
  t.match(await send('GET /statuses/publish?_fields=_links'), {
    body: { _links: { archives: [{ href: 'https://site.example/cms-json/cms/v2/posts' }] } },
  })
  t.match(await send('GET /statuses/draft'), { body: { public: false, date_floating: true } })
})
