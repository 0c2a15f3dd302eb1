import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Modules that are started as a process or a thread by their path, and modules that tests use besides the exports. */
const UNNAMED = /-(?:child|thread)\.js$|^internals\.js$/

/** Packages of hundreds of modules, whose used parts are included in bundles. */
const INCLUDED = new Set(['kysely'])

/** The file that contains their licences. */
const LICENSES = 'third-party-licenses.txt'

/**
 * Bundles the compiler's output for each package, because finding and reading a module takes longer than running it.
 * A bundle has one module for each module that the manifest names, and chunks for code that is shared or loaded on
 * demand. Packages are bundled separately, so that all importers of a package get the same classes and symbols.
 * Packages without changes are skipped. Rejects if bundling fails, or if a bundled package has no licence file.
 */
export async function bundlePackages(folders) {
  await Promise.all(folders.filter(folder => existsSync(join(folder, 'dist'))).map(bundlePackage))
}

async function bundlePackage(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const entries = entriesOf(folder, manifest)
  if (isCurrent(folder, entries)) return
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: entries.map(path => `dist/${path}`),
    outbase: 'dist',
    outdir: 'bundle',
    bundle: true,
    splitting: true,
    external: ['#*', ...dependenciesOf(manifest).filter(name => !INCLUDED.has(name))],
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  })
  for (const path of Object.keys(metafile.outputs)) if (path.endsWith('.js')) escapeNonAscii(join(folder, path))
  const licenses = licensesOf(folder, Object.keys(metafile.inputs))
  if (licenses !== '') writeFileSync(join(folder, 'bundle', LICENSES), licenses)
  const written = new Set([...Object.keys(metafile.outputs), ...(licenses === '' ? [] : [`bundle/${LICENSES}`])])
  for (const path of filesIn(join(folder, 'bundle')))
    if (!written.has(`bundle/${path}`)) rmSync(join(folder, 'bundle', path))
}

/**
 * Escapes the characters beyond ASCII that are left in a bundle, which are in regular expressions. One of them is enough
 * for V8 to store the whole source with two bytes per character, and to compile it more slowly.
 */
function escapeNonAscii(path) {
  const source = readFileSync(path, 'utf8')
  const escaped = source.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  if (escaped !== source) writeFileSync(path, escaped)
}

/** The paths in `dist` and in `bundle` of the modules that a manifest names, and of the unnamed ones. */
function entriesOf(folder, { exports, imports = {}, bin = {} }) {
  const targets = [...Object.values(exports), ...Object.values(imports)].filter(target => typeof target === 'object')
  const named = [...targets.flatMap(target => Object.values(target)), ...Object.values(bin)]
  const paths = named.flatMap(path => /^(?:\.\/)?bundle\/(.+\.js)$/.exec(path)?.[1] ?? [])
  const unnamed = readdirSync(join(folder, 'dist')).filter(name => UNNAMED.test(name))
  return [...new Set([...paths, ...unnamed])]
}

const dependenciesOf = manifest => Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })

/** Whether the bundles of a package are newer than all of their inputs. */
function isCurrent(folder, entries) {
  const inputs = filesIn(join(folder, 'dist')).filter(path => path.endsWith('.js'))
  const made = Math.min(...entries.map(path => changedAt(join(folder, 'bundle', path))))
  const others = [join(folder, 'package.json'), fileURLToPath(import.meta.url)]
  return [...inputs.map(path => join(folder, 'dist', path)), ...others].every(path => changedAt(path) < made)
}

const changedAt = path => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

const filesIn = folder =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry =>
          join(entry.parentPath, entry.name)
            .slice(folder.length + 1)
            .replaceAll('\\', '/'),
        )
    : []

/** The licences of the packages that inputs belong to, which must be distributed with a bundle. */
function licensesOf(folder, inputs) {
  const packages = inputs.flatMap(path => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [])
  return [...new Set(packages)]
    .sort()
    .map(path => {
      const place = join(folder, path)
      const { name, version } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
      const license = readdirSync(place).find(file => /^licen[cs]e/i.test(file))
      if (license === undefined) throw new Error(`${name} has no file with its licence.`)
      return `${name} ${version}\n\n${readFileSync(join(place, license), 'utf8').trim()}\n`
    })
    .join('\n')
}
