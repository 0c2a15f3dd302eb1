import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type PluginFile, pluginsIn, pluginsOf } from '@platen/site'
import { PluginError, pluginSourceIn } from '@platen/site/extend'
import t from 'tap'
import { temporaryFolder, writePackages } from './plugin-packages.js'

const bytes = (text: string) => new TextEncoder().encode(text)

async function* filesOf(files: Readonly<Record<string, string>>): AsyncIterable<PluginFile> {
  for (const [path, text] of Object.entries(files)) yield { path, bytes: bytes(text) }
}

const manifest = (more: object = {}) => JSON.stringify({ name: 'shop', version: '1.0.0', platen: {}, ...more })

t.test('the packages of a folder that are plugins', async t => {
  const folder = temporaryFolder(t)
  writePackages(folder, { shop: { version: '2.1' }, garden: { platen: { entry: './lib/main.mjs' } } })
  mkdirSync(join(folder, 'other'))
  writeFileSync(join(folder, 'other', 'package.json'), '{"name":"other"}')
  mkdirSync(join(folder, 'empty'))
  writeFileSync(join(folder, 'file.txt'), '')
  for (const given of [folder, pathToFileURL(folder)]) {
    const { plugins, warnings } = await pluginsIn(given).read()
    t.same(
      plugins.map(({ id, manifest: { version } }) => [id, version]),
      [
        ['garden/main', '1.0.0'],
        ['shop/index', '2.1'],
      ],
    )
    t.same(warnings, [])
  }
  t.same(await pluginsIn(join(folder, 'missing')).read(), { plugins: [], warnings: [] })
})

t.test('what a manifest says', async t => {
  const folder = temporaryFolder(t)
  const content = {
    name: '@acme/shop.js',
    version: '1.2.3-beta',
    description: ' Sells. ',
    homepage: 'javascript:alert(1)',
    author: 'Ann Author <ann@example.com> (https://ann.example/)',
    main: 'dist/shop.js',
    platen: { name: 'Shop', textDomain: 'acme', requires: { service: '6.0', runtime: '20' } },
  }
  mkdirSync(join(folder, 'any'))
  writeFileSync(join(folder, 'any', 'package.json'), JSON.stringify(content))
  const { plugins } = await pluginsIn(folder).read()
  t.match(plugins, [
    {
      id: 'acme-shop-js/shop',
      manifest: {
        slug: 'acme-shop-js',
        name: 'Shop',
        version: '1.2.3-beta',
        description: 'Sells.',
        uri: '',
        author: 'Ann Author',
        authorUri: 'https://ann.example/',
        textDomain: 'acme',
        requiresService: '6.0',
        requiresRuntime: '20',
        entry: 'dist/shop.js',
      },
    },
  ])
})

const WRONG: Readonly<Record<string, RegExp>> = {
  '{': /not valid JSON/,
  '[]': /not an object/,
  '{"platen":1}': /"platen"/,
  '{"platen":{}}': /"name"/,
  '{"name":"a b","platen":{}}': /"name"/,
  '{"name":"a","platen":{"entry":"../b.js"}}': /"entry"/,
  '{"name":"a","platen":{"entry":"/b.js"}}': /"entry"/,
  '{"name":"a","platen":{"entry":"c:b.js"}}': /"entry"/,
  '{"name":"a","version":"latest","platen":{}}': /"version"/,
  '{"name":"a","platen":{"requires":{"service":">=6"}}}': /"service"/,
  '{"name":"a","platen":{"requires":[]}}': /"requires"/,
  '{"name":"a","description":5,"platen":{}}': /"description"/,
}
for (const [content, message] of Object.entries(WRONG))
  t.test(`a wrong manifest: ${content}`, async t => {
    const folder = writePackages(temporaryFolder(t), { good: {} })
    mkdirSync(join(folder, 'bad'))
    writeFileSync(join(folder, 'bad', 'package.json'), content)
    const { plugins, warnings } = await pluginsIn(folder).read()
    t.match(
      plugins.map(({ id }) => id),
      ['good/index'],
    )
    t.match(warnings, [message])
    t.match(warnings, [/bad/])
  })

t.test('links and hidden folders are skipped', async t => {
  const elsewhere = writePackages(temporaryFolder(t), { shop: {} })
  const folder = temporaryFolder(t)
  symlinkSync(join(elsewhere, 'shop'), join(folder, 'shop'))
  writePackages(folder, { '.hidden': {} })
  t.same((await pluginsIn(folder).read()).plugins, [])
})

t.test('npm packages', async t => {
  const root = temporaryFolder(t)
  writePackages(join(root, 'node_modules'), { '@acme/shop': { entry: 'export default { name: "npm" }' } })
  const folder = join(root, 'app', 'plugins')
  const library = pluginsIn(folder, { packages: ['@acme/shop', '@acme/none'] })
  const { plugins, warnings } = await library.read()
  t.match(plugins, [{ id: 'acme-shop/index' }])
  t.match(warnings, [/@acme\/none/])
  const [plugin] = plugins
  if (plugin === undefined) return t.fail('there is none')
  t.match(await library.load(plugin), { default: { name: 'npm' } })
  await t.rejects(async () => library.remove?.(plugin), PluginError)
  t.ok(existsSync(join(root, 'node_modules', '@acme', 'shop', 'index.js')))
})

t.test('npm packages of another folder', async t => {
  const root = temporaryFolder(t)
  writePackages(join(root, 'node_modules'), { '@acme/shop': {} })
  const folder = temporaryFolder(t)
  const found = async (from?: string | URL) => {
    const { plugins } = await pluginsIn(folder, { packages: ['@acme/shop'], from }).read()
    return plugins.length
  }
  const app = join(root, 'app')
  const file = pathToFileURL(join(app, 'site.js'))
  t.same(await Promise.all([undefined, app, relative(process.cwd(), app), file, file.href].map(found)), [0, 1, 1, 1, 1])
})

t.test('unknown and invalid options are refused', async t => {
  for (const [options, message] of [
    [{ package: [] }, /pluginsIn: unknown key "package"; did you mean "packages"\?/],
    [{ packages: 'shop' }, /"packages" must be a list of strings/],
    [{ source: 'https://plugins.example' }, /"source" must be an object with the methods "list" and "files"/],
  ] as const)
    t.throws(() => pluginsIn('plugins', options as object), { name: 'RangeError', message })
})

t.test('files are installed as a whole', async t => {
  const folder = join(temporaryFolder(t), 'plugins')
  const library = pluginsIn(folder)
  const entry = 'export default { name: "shop" }'
  const plugin = await library.install?.(filesOf({ 'package.json': manifest(), 'index.js': entry, 'lib/a.js': '' }))
  t.match(plugin, { id: 'shop/index' })
  t.match(readdirSync(folder), [/^shop~\w+$/])
  const next = await library.install?.(filesOf({ 'package.json': manifest({ version: '1.10.0' }), 'index.js': entry }))
  t.not(next?.location, plugin?.location, 'a version that runs stays as it is')
  t.match(await library.read(), { plugins: [{ location: next?.location }] }, 'the higher version counts')
  t.equal(await library.obstacle?.(), undefined)
  t.ok(((await library.size?.()) ?? 0) > 100)
})

const BAD_FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no manifest': { 'index.js': '' },
  'no plugin': { 'package.json': '{"name":"x"}', 'index.js': '' },
  'no entry': { 'package.json': manifest() },
  'a path upwards': { 'package.json': manifest(), 'index.js': '', '../evil.js': '' },
  'a path from the root': { 'package.json': manifest(), 'index.js': '', '/tmp/evil.js': '' },
  'a path with backslashes': { 'package.json': manifest(), 'index.js': '', '..\\evil.js': '' },
  'a hidden way upwards': { 'package.json': manifest(), 'index.js': '', 'a/../../evil.js': '' },
  'a file below a file': { 'package.json': manifest(), 'index.js': '', 'index.js/evil.js': '' },
}
for (const [what, files] of Object.entries(BAD_FILES))
  t.test(`files that are not installed: ${what}`, async t => {
    const root = temporaryFolder(t)
    const folder = join(root, 'plugins')
    await t.rejects(async () => pluginsIn(folder).install?.(filesOf(files)))
    t.same(readdirSync(folder), [])
    t.same(readdirSync(root), ['plugins'])
  })

t.test('only folders of plugins are removed', async t => {
  const elsewhere = writePackages(temporaryFolder(t), { shop: {} })
  const folder = writePackages(temporaryFolder(t), { shop: {} })
  const library = pluginsIn(folder)
  const [plugin] = (await library.read()).plugins
  if (plugin === undefined || library.remove === undefined) return t.fail('there is none')
  for (const location of [join(elsewhere, 'shop'), elsewhere, folder, join(folder, '..'), join(folder, 'shop', 'lib')])
    await t.rejects(library.remove({ ...plugin, location }), PluginError, location)
  symlinkSync(join(elsewhere, 'shop'), join(folder, 'link'))
  await t.rejects(library.remove({ ...plugin, location: join(folder, 'link') }), PluginError)
  symlinkSync(elsewhere, join(folder, 'shop', 'link'))
  await library.remove(plugin)
  t.same(readdirSync(folder), ['link'])
  t.ok(existsSync(join(elsewhere, 'shop', 'index.js')), 'links within are not followed')
})

t.test('a source offers the packages of a folder', async t => {
  const folder = writePackages(temporaryFolder(t), { shop: { version: '3.0', files: { 'lib/a.js': 'a' } } })
  symlinkSync('/etc', join(folder, 'shop', 'lib', 'etc'))
  const source = pluginSourceIn(folder)
  t.same(await source.list(), [{ slug: 'shop', version: '3.0' }])
  const paths: string[] = []
  for await (const { path } of source.files('shop')) paths.push(path)
  t.same(paths, ['index.js', 'lib/a.js', 'package.json'])
  await t.rejects(async () => {
    for await (const { path } of source.files('../shop')) t.fail(path)
  }, PluginError)
  await t.rejects(pluginSourceIn(join(folder, 'missing')).list())
})

t.test('plugins of the program', async t => {
  const feature = { name: 'shop' }
  const library = pluginsOf([{ manifest: { name: 'shop', version: '1.0' }, feature }])
  const { plugins } = await library.read()
  t.match(plugins, [{ id: 'shop/index', manifest: { version: '1.0' } }])
  const [plugin] = plugins
  t.equal(((plugin && (await library.load(plugin))) as { default: unknown }).default, feature)
  t.throws(() => pluginsOf([{ manifest: { name: 'a b' }, feature }]), PluginError)
  const same = { manifest: { name: 'shop' }, feature }
  t.throws(() => pluginsOf([same, same]), /two plugins/)
})
