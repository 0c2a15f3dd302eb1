import { RestError } from '@platen/core'
import { type Site, wpDialect } from '@platen/site'
import { type AbilityOptions, defineAbility, defineFeature, RegistrationError } from '@platen/site/extend'
import t from 'tap'
import { makeSite, type TestSiteOptions } from '../make-site.js'

async function readySite(options: TestSiteOptions) {
  const made = await makeSite(options)
  await made.site.ready()
  return made
}

const ability: AbilityOptions<never> = {
  label: 'Count',
  description: 'Counts things.',
  category: 'shop',
  permission: 'public',
  execute: () => 1,
}

const shop = (site: Site) => site.registerAbilityCategory('shop', { label: 'Shop', description: 'What sells.' })
const options = (changes: object) => ({ ...ability, ...changes }) as AbilityOptions<never>

const REFUSED: readonly (readonly [what: string, name: string, options: AbilityOptions<never>, message: RegExp])[] = [
  ['a name without a namespace', 'count', ability, /valid name/],
  ['a name in capitals', 'Shop/count', ability, /valid name/],
  ['a name with an empty part', 'shop//count', ability, /valid name/],
  ['a name that ends like the path that runs it', 'shop/run', ability, /valid name/],
  ['a name of five parts', 'a/b/c/d/e', ability, /valid name/],
  ['no label', 'shop/count', options({ label: '' }), /"label" must be a string/],
  ['no description', 'shop/count', options({ description: undefined }), /"description" is missing/],
  ['no permission', 'shop/count', options({ permission: undefined }), /permission/],
  ['nothing to execute', 'shop/count', options({ execute: undefined }), /execute/],
  ['an unknown option', 'shop/count', options({ inputschema: {} }), /did you mean "inputSchema"/],
  [
    'an invalid schema of the input',
    'shop/count',
    options({ inputSchema: { type: 'text' } }),
    /inputSchema of .*shop\/count/,
  ],
  [
    'an unknown keyword in the output',
    'shop/count',
    options({ outputSchema: { propertys: {} } }),
    /outputSchema.*propert/,
  ],
  ['an annotation that is not a boolean', 'shop/count', options({ annotations: { readonly: 'yes' } }), /"readonly"/],
  ['an unknown category', 'shop/count', options({ category: 'shopp' }), /did you mean "shop"/],
]

for (const [what, name, given, message] of REFUSED) {
  t.test(`${what} is refused`, async t => {
    const register = (site: Site) => {
      shop(site)
      site.registerAbility(name, given)
    }
    await t.rejects(readySite({ register }), message)
    await t.rejects(readySite({ register }), RegistrationError)
  })
}

t.test('categories are refused likewise', async t => {
  const category = { label: 'Shop', description: 'What sells.' }
  const { site } = await readySite({
    register(site) {
      shop(site)
      t.throws(() => site.registerAbilityCategory('shop', category), /already registered/)
      t.throws(() => site.registerAbilityCategory('Shop', category), /valid slug/)
      t.throws(() => site.registerAbilityCategory('x', { ...category, label: '' }), /"label" must be a string/)
      t.throws(() => site.registerAbilityCategory('x', { ...category, lable: 'x' } as typeof category), /"label"/)
    },
  })
  t.throws(() => site.registerAbilityCategory('late', category), /already serves/)
  t.throws(() => site.registerAbility('shop/late', ability), /already serves/)
})

t.test('names and slugs match the paths of the dialect', async t => {
  const register = (site: Site) => {
    site.registerAbilityCategory('corner_shop', { label: 'Shop', description: 'What sells.' })
    site.registerAbility('corner_shop/count', { ...ability, category: 'corner_shop' })
  }
  t.equal((await readySite({ register })).site.abilities.get('corner_shop/count')?.label, 'Count')
  await t.rejects(readySite({ register, dialect: wpDialect }), /valid slug/)
})

t.test('registrations are frozen, with their defaults', async t => {
  const { site } = await readySite({
    register(site) {
      shop(site)
      site.registerAbility('shop/count', ability)
      site.registerAbility('shop/open', { ...ability, public: true, annotations: { readonly: true, title: 'Open' } })
    },
  })
  const count = site.abilities.get('shop/count')
  t.ok(Object.isFrozen(count) && Object.isFrozen(count?.annotations) && Object.isFrozen(count?.meta))
  t.match(count, { showInRest: false, public: false, meta: {}, inputSchema: undefined })
  t.same(count?.annotations, { readonly: null, destructive: null, idempotent: null })
  const open = site.abilities.get('shop/open')
  t.match(open, { showInRest: true, annotations: { readonly: true, destructive: null, title: 'Open' } })
})

t.test('a feature has abilities, by name or derived from registrations', async t => {
  const double = defineAbility({
    label: 'Double',
    description: 'Doubles a number.',
    category: 'shop',
    permission: 'public',
    inputSchema: { type: 'object', properties: { by: { type: 'integer', default: 2 } }, required: ['by'] },
    execute: ({ by }) => by * 2,
  })
  const feature = defineFeature({
    name: 'shop',
    abilityCategories: { shop: { label: 'Shop', description: 'What sells.' } },
    abilities: { 'shop/double': double },
  })
  const derived = defineFeature({
    name: 'derived',
    abilities: site =>
      Object.fromEntries(
        site.registry
          .routes()
          .filter(route => route.namespace === 'shop/v1')
          .map((_, i) => [`shop/route-${i}`, ability]),
      ),
  })
  const { site, users } = await readySite({
    features: [derived, feature],
    register: site =>
      site.registerRoute('shop/v1', '/stock', {
        endpoints: [{ methods: 'GET', permission: 'public', handler: () => ({ body: 1 }) }],
      }),
  })
  const as = users.get('administrator')
  if (as === undefined) throw new RestError('none', 'There is no administrator.', 500)
  t.equal(await site.abilities.run('shop/double', { by: '21' }, { as }), 42)
  t.ok(site.abilities.get('shop/route-0'))
  await t.rejects(
    readySite({ features: [defineFeature({ name: 'shop', abilities: () => ({ 'shop/x': ability }) })] }),
    /unknown category "shop"/,
  )
})
