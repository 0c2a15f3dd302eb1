import { endpoint, type Schema } from '@platen/core'
import { defaultRoles, type Site } from '@platen/site'
import { defineFeature, type Feature, type MetaOptions, type SettingOptions } from '@platen/site/extend'
import t from 'tap'
import { makeSite } from '../make-site.js'

const handler = () => ({ body: {} })

/** What a user in plain JavaScript might hand over. */
const misspelt = <T>(options: object): T => options as T

const UNKNOWN_KEYS: readonly (readonly [string, (site: Site) => unknown])[] = [
  ['a post type', site => site.registerPostType('book', misspelt({ label: 'Books', heirarchical: true }))],
  [
    'a taxonomy',
    site => site.registerTaxonomy('genre', misspelt({ label: 'Genres', objectTypes: ['post'], hirarchical: true })),
  ],
  ['a status', site => site.registerStatus('late', misspelt({ pubic: true }))],
  [
    'a meta key',
    site => site.registerMeta(misspelt<MetaOptions>({ object: 'post', key: 'a', type: 'string', singel: true })),
  ],
  ['a setting', site => site.registerSetting('a', misspelt<SettingOptions>({ type: 'string', defualt: 'x' }))],
  ['a field', site => site.registerField('post', 'a', misspelt<never>({ schema: { type: 'string' }, gett: () => 1 }))],
]

t.test('unknown keys are refused, by name', async t => {
  const { site } = await makeSite()
  for (const [what, register] of UNKNOWN_KEYS) {
    t.throws(
      () => register(site),
      { name: 'RegistrationError', message: /unknown key "(heirarchical|hirarchical|pubic|singel|defualt|gett)"/ },
      what,
    )
  }
})

const render = () => ''
/** Options of the wrong kind, and what the message names. */
const INVALID: readonly (readonly [register: (site: Site) => unknown, message: RegExp])[] = [
  [site => site.registerPostType('a', misspelt({ public: 'yes' })), /the post type a: "public" must be true or false/],
  [
    site => site.registerPostType('a', misspelt({ controller: 'pages' })),
    /"controller" must be one of "posts", "none"/,
  ],
  [site => site.registerPostType('a', misspelt({ capabilities: { edit: 'x' } })), /unknown key "capabilities\.edit"/],
  [
    site => site.registerPostType('a', misspelt({ capabilityType: ['a'] })),
    /"capabilityType" must be a string or a list/,
  ],
  [site => site.registerPostType('a', { revisionsToKeep: -1 }), /"revisionsToKeep" must be a whole number from 0/],
  [site => site.registerTaxonomy('a', misspelt({})), /the taxonomy a: "objectTypes" is missing/],
  [site => site.registerTaxonomy('a', misspelt({ objectTypes: 'post' })), /"objectTypes" must be a list of strings/],
  [site => site.registerStatus('a', misspelt({ public: 1 })), /the status a: "public" must be true or false/],
  [site => site.registerTemplate('a', misspelt({ title: 'A' })), /the template a: "postTypes" is missing/],
  [site => site.registerMenuLocation('a', misspelt({})), /the menu location a: "description" is missing/],
  [site => site.registerSidebar('a', misspelt({ name: 'A', showInRest: 'no' })), /"showInRest" must be true or false/],
  [site => site.registerSidebar('a', misspelt({})), /the sidebar "a": "name" is missing/],
  [site => site.registerMeta(misspelt({ object: 'post', key: 'a' })), /the meta key a: "type" is missing/],
  [
    site => site.registerMeta(misspelt({ object: 'post', key: 'a', type: 'string', authorize: true })),
    /"authorize" must be a function/,
  ],
  [
    site => site.registerMeta({ object: 'term', key: 'a', type: 'string', partOfContent: true }),
    /the meta key a cannot be part of the content: only posts have it/,
  ],
  [site => site.registerSetting('a', misspelt({ type: 'string', sanitize: 'trim' })), /"sanitize" must be a function/],
  [site => site.registerField('post', 'a', misspelt<never>({})), /the field "a": "schema" is missing/],
  [
    site => site.registerField('post', 'a', misspelt<never>({ schema: {}, contexts: ['list'] })),
    /"contexts\[0\]" must be one of "view", "edit", "embed"/,
  ],
  [
    site => site.registerBlockPattern('a/b', misspelt({ title: 'A' })),
    /the block pattern "a\/b": "content" is missing/,
  ],
  [site => site.registerBlockPatternCategory('a', misspelt({})), /"label" is missing/],
  [site => site.registerFontCollection('a', misspelt({ name: 'A', families: {} })), /"families" must be a list/],
  [site => site.registerFontCollection('a', { name: 'A', source: 'fonts.json' }), /"source" must be a URL/],
  [site => site.registerIconCollection('a', misspelt({})), /the icon collection "a": "label" is missing/],
  [site => site.registerIcon('a/b', misspelt({ svg: 5 })), /the icon "a\/b": "svg" must be a string or a function/],
  [
    site => site.registerWidget(misspelt({ idBase: 'a', name: 'A', description: '', fields: { b: {} }, render })),
    /the widget type "a": "fields\.b" must be an object with the method "read"/,
  ],
  [
    site => site.registerHealthTest('a', misspelt({ category: 'A', color: 'pink', run: render })),
    /the health test "a": "color" must be one of "blue"/,
  ],
  [
    site => site.registerOembedProvider('a', misspelt({ endpoint: 'https://a.example/' })),
    /the oEmbed provider "a": "urls" is missing/,
  ],
  [
    site =>
      site.registerAbility('a/b', misspelt({ label: 'A', description: 'A', category: 'site', permission: 'public' })),
    /the ability "a\/b": "execute" is missing/,
  ],
  [site => site.use(misspelt<Feature>({ name: 'a', meta: {} })), /the feature "a": "meta" must be a list of objects/],
  [site => site.use(misspelt<Feature>({ name: 'a', routes: {} })), /the feature "a": "routes" must be a function/],
]

t.test('options of the wrong kind are refused', async t => {
  const { site } = await makeSite()
  for (const [register, message] of INVALID)
    t.throws(() => register(site), { name: 'RegistrationError', message }, String(message))
})

t.test('options may be undefined', async t => {
  const { site } = await makeSite()
  const capabilities = { edit_posts: undefined }
  const book = site.registerPostType('book', misspelt({ label: undefined, icon: null, capabilities }))
  t.match(book, { label: 'book', icon: null, capabilities: { edit_posts: 'edit_posts', create_posts: 'edit_posts' } })
  const options = { objectTypes: ['book'], capabilities: { edit_terms: undefined } }
  const genre = site.registerTaxonomy('genre', misspelt(options))
  t.match(genre, { public: true, capabilities: { edit_terms: 'manage_categories' } })
})

t.test('a route with an unknown key, no permission or a bad schema is refused', async t => {
  const cases: readonly (readonly [string, () => Parameters<Site['registerRoute']>[2], RegExp])[] = [
    [
      'route',
      () => misspelt({ endpoints: [endpoint({ methods: 'GET', permission: 'public', handler })], shcema: {} }),
      /unknown key "shcema"/,
    ],
    [
      'endpoint',
      () => ({ endpoints: [misspelt({ methods: 'GET', permission: 'public', handler, arg: {} })] }),
      /unknown key "arg"/,
    ],
    ['permission', () => ({ endpoints: [misspelt({ methods: 'GET', handler })] }), /declares no permission/],
    [
      'schema',
      () => ({
        endpoints: [
          endpoint({
            methods: 'GET',
            permission: 'public',
            handler,
            args: { n: { type: 'whole' } as unknown as Schema },
          }),
        ],
      }),
      /argument "n"/,
    ],
  ]
  for (const [what, definition, message] of cases) {
    const { site } = await makeSite()
    site.registerRoute('shop/v1', '/carts', definition())
    await t.rejects(site.ready(), { name: 'SchemaError', message }, what)
  }
})

const ALL: readonly (readonly [string, (site: Site) => unknown])[] = [
  ['a post type', site => site.registerPostType('book', { label: 'Books' })],
  ['a taxonomy', site => site.registerTaxonomy('genre', { label: 'Genres', objectTypes: ['post'] })],
  ['a status', site => site.registerStatus('late', { label: 'Late' })],
  ['a meta key', site => site.registerMeta({ object: 'post', key: 'a', type: 'string' })],
  ['a setting', site => site.registerSetting('a', { type: 'string' })],
  ['a field', site => site.registerField(['post', 'page'], 'a', { schema: { type: 'string' } })],
]

t.test('a name can be registered once', async t => {
  const { site } = await makeSite()
  for (const [what, register] of ALL) {
    register(site)
    t.throws(() => register(site), { name: 'RegistrationError', message: /already registered/ }, what)
  }
})

t.test('nothing can be registered once the site serves requests', async t => {
  const { site, send } = await makeSite()
  t.equal((await send('GET /settings')).status, 200)
  for (const [what, register] of ALL)
    t.throws(() => register(site), { name: 'RegistrationError', message: /already serves requests/ }, what)
  await t.resolves(site.ready(), 'ready can be called twice')
})

t.test('invalid names are refused', async t => {
  const { site } = await makeSite()
  for (const name of ['', 'with space', 'a/b', 'x'.repeat(65)]) {
    t.throws(() => site.registerPostType(name, { label: 'X' }), { name: 'RegistrationError' }, `type "${name}"`)
    t.throws(() => site.registerSetting(name, { type: 'string' }), { name: 'RegistrationError' }, `setting "${name}"`)
  }
  t.throws(() => site.registerMeta({ object: 'post', key: '', type: 'string' }), { name: 'RegistrationError' })
  t.throws(() => site.registerField('post', '', { schema: { type: 'string' } }), { name: 'RegistrationError' })
})

t.test('defaults must match their schemas', async t => {
  const { site } = await makeSite()
  const meta = (options: Omit<MetaOptions, 'object' | 'key'>) => () =>
    site.registerMeta({ object: 'post', key: 'm', ...options })
  const setting = (options: SettingOptions) => () => site.registerSetting('s', options)
  const refused: readonly (readonly [string, () => unknown])[] = [
    ['a number for text', meta({ type: 'string', single: true, default: 5 })],
    ['out of bounds', meta({ type: 'integer', default: 9, schema: { maximum: 5 } })],
    ['not in the list', meta({ type: 'string', default: 'c', schema: { enum: ['a', 'b'] } })],
    [
      'an unknown property',
      meta({ type: 'object', default: { b: 1 }, schema: { properties: { a: {} }, additionalProperties: false } }),
    ],
    ['a list of what is not said', meta({ type: 'array', single: true })],
    ['a setting out of bounds', setting({ type: 'integer', default: 0, schema: { minimum: 1 } })],
    ['an initial value out of bounds', setting({ type: 'integer', initial: 9, schema: { maximum: 5 } })],
    ['a setting of another type', setting({ type: 'boolean', default: 'perhaps' })],
  ]
  for (const [what, register] of refused) t.throws(register, { name: 'RegistrationError' }, what)
  t.throws(meta({ type: 'whole' as 'integer' }), { name: 'SchemaError' })
  t.doesNotThrow(meta({ type: 'string', default: 'a', schema: { enum: ['a', 'b'] } }))
  t.doesNotThrow(setting({ type: 'object', default: { a: 1 }, schema: { properties: { a: { type: 'integer' } } } }))
})

t.test('registrations are immutable', async t => {
  const { site } = await makeSite()
  for (const made of [
    site.registerPostType('book', { label: 'Books' }),
    site.registerTaxonomy('genre', { label: 'Genres', objectTypes: ['book'] }),
    site.registerStatus('late', {}),
    site.registerSetting('a', { type: 'string' }),
  ]) {
    t.ok(Object.isFrozen(made))
  }
  t.ok(Object.isFrozen(site.context), 'nor can the site')
  t.ok(Object.isFrozen(defaultRoles))
})

t.test('an invalid schema is refused, by the name of its registration', async t => {
  const refused = (register: (site: Site) => unknown, message: RegExp) =>
    t.rejects(makeSite({ register }), { name: 'SchemaError', message })
  await refused(
    site => site.registerMeta({ object: 'post', key: 'a', type: 'string', schema: { maxlength: 1 } }),
    /the meta key a: #\/maxlength .*"maxLength"/,
  )
  await refused(
    site => site.registerSetting('a', { type: 'string', schema: { maxlength: 1 } }),
    /the setting a: #\/maxlength .*"maxLength"/,
  )
})

t.test('unknown members of a feature are refused, also by the compiler', async t => {
  // @ts-expect-error a feature has no such member
  const misspeltFeature = defineFeature({ name: 'a', setpu() {} })
  await t.rejects(
    makeSite({ register: site => site.use(misspeltFeature) }),
    /unknown key "setpu"; did you mean "setup"\?/,
  )
})
