import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { problemAffectsResolutionKind } from '@arethetypeswrong/core/problems'
import { publint } from 'publint'
import t from 'tap'
import { linksOf } from '../docs/links.js'
import { root, sourceFiles, workspacePackages } from '../house/workspace.js'
import { packAll } from './packed.js'

// Those of CommonJS are left out: the packages are ES modules alone.
const resolutions = ['node16-esm', 'bundler'] as const

for (const { name, tarball } of await packAll()) {
  const bytes = readFileSync(tarball)

  t.test(`the entry points of ${name} resolve as they should`, async t => {
    const { buffer, byteOffset, byteLength } = bytes
    const packed = buffer.slice(byteOffset, byteOffset + byteLength)
    t.same((await publint({ strict: true, pack: { tarball: packed } })).messages, [])
  })

  t.test(`the types of ${name} are found in each resolution`, async t => {
    const result = await checkPackage(createPackageFromTarballData(bytes))
    t.ok(result.types, 'types are included')
    if (!result.types) return
    const wrong = result.problems.filter(problem =>
      resolutions.some(resolution => problemAffectsResolutionKind(problem, resolution, result)),
    )
    t.same(wrong, [])
    for (const { resolutions: found } of Object.values(result.entrypoints)) {
      for (const resolution of resolutions) t.ok(found[resolution].resolution, resolution)
    }
  })
}

const packed = await packAll()
const license = readFileSync(join(root, 'LICENSE'), 'utf8')
const top = new Set(['LICENSE', 'README.md', 'package.json'])

t.test('every package is packed', async t => {
  t.same(
    packed.map(({ name }) => name).sort(),
    workspacePackages()
      .map(({ manifest }) => manifest.name)
      .sort(),
  )
})

const LICENSES = 'bundle/third-party-licenses.txt'

/** The paths of the sources of a map, relative to the package. */
function sourcesOf(path: string, text: string): string[] {
  const { sources, sourceRoot = '' } = JSON.parse(text) as { sources: string[]; sourceRoot?: string }
  return sources.map(source => posix.join(posix.dirname(path), sourceRoot, source))
}

for (const { workspace, folder, manifest } of workspacePackages()) {
  const files = packed.find(({ name }) => name === manifest.name)?.files ?? []
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')

  t.test(`the tarball of ${workspace} contains only its sources, their types and bundles`, async t => {
    for (const name of top) t.ok(files.includes(name), name)
    t.equal(read('LICENSE'), license)
    const sources = sourceFiles(folder).map(({ path }) => path)
    const types = sources.flatMap(path =>
      ['.d.ts', '.d.ts.map'].map(ending => `dist/${path.replace(/\.tsx?$/, ending)}`),
    )
    const bundles = files.filter(path => path.startsWith('bundle/') && path !== LICENSES)
    for (const path of bundles.filter(each => each.endsWith('.js'))) t.ok(bundles.includes(`${path}.map`), path)
    t.same(
      bundles.filter(path => !/\.js(?:\.map)?$/.test(path)),
      [],
    )
    const wanted = [...top, ...sources.map(path => `src/${path}`), ...types, ...bundles]
    t.same(
      files.filter(path => path !== LICENSES),
      wanted.sort(),
    )
  })

  t.test(`the tarball of ${workspace} contains the licences of the packages in its bundles`, async t => {
    const licenses = files.includes(LICENSES) ? read(LICENSES) : ''
    const maps = files.filter(path => path.endsWith('.js.map')).map(path => sourcesOf(path, read(path)))
    const packages = maps.flat().flatMap(path => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
    for (const name of new Set(packages)) t.match(licenses, new RegExp(`^${name} \\d[^]*Copyright`, 'm'), name)
    t.equal(licenses === '', packages.length === 0)
  })

  t.test(`the source maps of ${workspace} point to sources in its tarball`, async t => {
    const maps = files.filter(path => path.endsWith('.map'))
    t.not(maps.length, 0)
    for (const path of maps) {
      const targets = sourcesOf(path, read(path)).filter(target => !/(?:^|\/)node_modules\//.test(target))
      if (!targets.every(target => files.includes(target))) t.fail(`${path}: ${targets}`)
      if (targets.length === 0 && path.startsWith('dist/')) t.fail(`${path}: nothing`)
    }
  })

  t.test(`the links in the README of ${workspace} work outside the repository`, async t => {
    for (const { to } of linksOf(read('README.md'))) {
      t.ok(to === '' || to.startsWith('/') || files.includes(to), `${to} is a whole address, or in the tarball`)
    }
    t.pass('all were looked at')
  })

  t.test(`the manifest of ${workspace} says what npm shows`, async t => {
    const repository = 'https://github.com/platen/platen'
    t.match(JSON.parse(read('package.json')), {
      description: /\w/,
      license: 'MIT',
      author: /\w/,
      keywords: [/\w/],
      repository: { type: 'git', url: `git+${repository}.git`, directory: `packages/${workspace}` },
      homepage: `${repository}/tree/main/packages/${workspace}#readme`,
      bugs: `${repository}/issues`,
      engines: { node: /^>=\d/ },
      type: 'module',
      exports: { './package.json': './package.json' },
      publishConfig: { access: 'public' },
      scripts: { prepack: /prepack/ },
    })
    for (const path of Object.values(manifest.bin ?? {})) t.match(read(path), /^#!\/usr\/bin\/env node\n/)
    t.notOk(existsSync(join(folder, 'test')))
  })
}
