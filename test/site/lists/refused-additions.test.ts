import { wherePosts } from '@platen/site'
import { defineFeature, defineListArgument, defineListOrder } from '@platen/site/extend'
import t from 'tap'
import { makeSite, type TestSiteOptions } from '../make-site.js'

type Register = NonNullable<TestSiteOptions['register']>

const none = { schema: { type: 'string' }, where: () => undefined } as const
const byTitle = { steps: (direction: 'asc' | 'desc') => [{ by: 'field', field: 'title', direction } as const] }

t.test('refused at once', async t => {
  const { site } = await makeSite()
  site.registerListArgument('post', 'twice', none)
  site.registerOrder('post', 'twice', byTitle)
  site.registerListArgument('page', 'twice', none)
  const refused: Readonly<Record<string, () => void>> = {
    'the same name': () => site.registerListArgument(['page', 'post'], 'twice', none),
    'the same order': () => site.registerOrder('post', 'twice', byTitle),
    'a name of all routes': () => site.registerListArgument('post', '_fields', none),
    'a name that lists use': () => site.registerListArgument('post', 'cursor', none),
    'an empty name': () => site.registerListArgument('post', '', none),
    'a name with brackets': () => site.registerListArgument('post', 'a[b]', none),
    'an empty order': () => site.registerOrder('post', '', byTitle),
    'a misspelt option': () => site.registerListArgument('post', 'a', { ...none, ...{ serch: true } }),
    'no schema': () => site.registerListArgument('post', 'a', { where: () => undefined } as never),
    'no condition': () => site.registerListArgument('post', 'a', { schema: {} } as never),
    'no steps': () => site.registerOrder('post', 'a', {} as never),
  }
  for (const [what, register] of Object.entries(refused)) t.throws(register, { name: 'RegistrationError' }, what)
  t.throws(() => site.use(defineFeature({ name: 'a', listArguments: [none as never] })), { name: 'RegistrationError' })
  await site.ready()
  t.throws(() => site.registerListArgument('post', 'late', none), { message: /already serves requests/ })
  t.throws(() => site.registerOrder('post', 'late', byTitle), { message: /already serves requests/ })
})

t.test('refused when the site starts', async t => {
  const search = { ...none, search: true }
  const refused: Readonly<Record<string, readonly [Register, RegExp]>> = {
    'a built-in argument': [
      site => site.registerListArgument('post', 'status', none),
      /"post" already has .* "status"/,
    ],
    'one of all lists': [
      site => site.registerListArgument('user', 'per_page', none),
      /"user" already has .* "per_page"/,
    ],
    'the argument of a taxonomy': [
      site => site.registerListArgument('post', 'categories', none),
      /already has an argument "categories"/,
    ],
    'a built-in order': [site => site.registerOrder('post', 'title', byTitle), /"post" already has an order "title"/],
    'an order of terms': [
      site =>
        site.registerOrder('category', 'count', { steps: direction => [{ by: 'field', field: 'count', direction }] }),
      /already has an order "count"/,
    ],
    'an unknown list': [
      site => site.registerListArgument('pots', 'a', none),
      /unknown list "pots"; did you mean "post"/,
    ],
    'an order of an unknown list': [site => site.registerOrder('pots', 'a', byTitle), /unknown list "pots"/],
    'a list without arguments': [site => site.registerListArgument('wp_template', 'a', none), /unknown list/],
    'a schema that is none': [
      site => site.registerListArgument('post', 'a', { schema: { type: 'text' as 'string' }, where: () => undefined }),
      /"a"/,
    ],
    'an unknown field': [
      site =>
        site.registerOrder('post', 'a', {
          steps: direction => [{ by: 'field', field: 'titel' as 'title', direction }],
        }),
      /a field "titel"/,
    ],
    'a field without folded texts': [
      site =>
        site.registerOrder('post', 'a', {
          steps: direction => [{ by: 'field', field: 'date', direction, folded: true }],
        }),
      /folded text of "date"/,
    ],
    'a field without an order': [
      site => site.registerOrder('user', 'a', { steps: direction => [{ by: 'field', field: 'roles', direction }] }),
      /"roles", whose values have no order/,
    ],
    'an order by records that are related by an unknown field': [
      site =>
        site.registerOrder('post', 'a', {
          steps: direction => [
            wherePosts.orderByRelated(wherePosts, { foreign: 'id', local: 'titel' as 'title' }, 'date', direction),
          ],
        }),
      /a field "titel"/,
    ],
    'an order by nothing': [site => site.registerOrder('post', 'a', { steps: () => [] }), /no steps/],
    'an order that is random': [
      site => site.registerOrder('post', 'a', { steps: () => [{ by: 'random' } as never] }),
      /not by a field/,
    ],
    'a built-in argument of the search': [
      site => site.registerListArgument('post', 'subtype', search),
      /\/search already has an argument "subtype"/,
    ],
    'an argument of facets': [
      site => {
        site.registerMeta({ object: 'post', subtype: 'post', key: 'color', type: 'string', facet: true })
        site.registerListArgument('post', 'values', none)
      },
      /"values", which is one of its facets/,
    ],
    'another schema in the search': [
      site => {
        site.registerListArgument('post', 'a', search)
        site.registerListArgument('page', 'a', { ...search, schema: { type: 'integer' } })
      },
      /another schema/,
    ],
  }
  for (const [what, [register, message]] of Object.entries(refused)) {
    const { site } = await makeSite({ register })
    await t.rejects(site.ready(), { message }, what)
  }
})

t.test('accepted', async t => {
  const { site, send } = await makeSite({
    features: [
      defineFeature({
        name: 'additions',
        listArguments: [
          defineListArgument(['post', 'page'], 'a', { ...none, search: true }),
          defineListArgument('page', 'b', {
            schema: { type: 'string' },
            where: title => wherePosts.eq('title', title),
          }),
        ],
        listOrders: [defineListOrder('post', 'a', byTitle)],
      }),
    ],
  })
  await site.ready()
  const orders = async (list: string) => {
    const { body } = await send(`OPTIONS ${list}`)
    return (body as { endpoints: { args: { orderby: object } }[] }).endpoints[0]?.args.orderby
  }
  t.match(JSON.stringify(await orders('/posts')), /"a"/)
  t.notMatch(JSON.stringify(await orders('/pages')), /"a"/)
})
