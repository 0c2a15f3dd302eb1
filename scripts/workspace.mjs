import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

// Before anything that an older Node does not have.
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const needed = engines.node.slice('>='.length)
if (process.versions.node.localeCompare(needed, 'en', { numeric: true }) < 0) {
  console.error(`Platen requires Node.js ${needed} or later; this is ${process.versions.node}.`)
  process.exit(1)
}

const installedMark = join(root, 'node_modules', '.platen-installed')
const installedList = join(root, 'node_modules', '.package-lock.json')

/**
 * How SQLite is compiled where no compiled one can be downloaded: with as many processes as processors, and with its own
 * default of `-O2` in place of Node's `-O3`. That takes half as long, most of what `npm start` of a clean clone waits for.
 */
const COMPILING = { JOBS: 'max', CFLAGS: '-O2', CXXFLAGS: '-O2' }

/**
 * Updates `node_modules` if it is older than the manifests and the lock file, or lacks packages: `only` is `serving`
 * for the packages that building and serving needs, the `dependencies`, which are an eighth of all bytes. A clean clone
 * gets exactly the versions in the lock file; an existing tree is only changed where it differs, and keeps the packages
 * that tests need.
 */
export async function installWhenNeeded(only) {
  const hasAll = existsSync(installedList) && /"dev": true/.test(readFileSync(installedList, 'utf8'))
  const packages = readdirSync(join(root, 'packages'))
  const manifests = ['package.json', 'package-lock.json', ...packages.map(name => `packages/${name}/package.json`)]
  const newest = Math.max(...manifests.map(name => changedAt(join(root, name))))
  const installed = Math.max(changedAt(installedMark), changedAt(installedList))
  const needsAll = hasAll || only !== 'serving'
  if (installed >= newest && hasAll === needsAll) return
  const isClean = !existsSync(installedList)
  const command = isClean && existsSync(join(root, 'package-lock.json')) ? 'ci' : 'install'
  await runNpm([command, needsAll ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund'])
  writeFileSync(installedMark, '')
}

/**
 * Compiles a project reference in TypeScript's build mode (`.` is everything) and bundles the packages; true without
 * errors. If the compiler reports errors, its output is bundled anyway.
 */
export async function build(target = '.') {
  const compiled = (await runTool('typescript/bin/tsc', ['-b', target])) === 0
  // Imported here, because it requires installed packages.
  const { bundlePackages } = await import('./bundle.mjs')
  const folders = readdirSync(join(root, 'packages')).map(name => join(root, 'packages', name))
  return bundlePackages(folders).then(
    () => compiled,
    error => console.error(String(error)) ?? false,
  )
}

/** Runs npm; rejects unless it succeeds. */
export async function runNpm(words, output = 'inherit') {
  // npm passes its own path to the scripts that it runs. On Windows, `npm` cannot be started by name without a shell.
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const code = await run(command, [...first, ...words], { env: { ...COMPILING, ...process.env }, output })
  if (code !== 0) throw new Error(`npm ${words[0]} ended with code ${code}`)
}

/** Runs a tool of `node_modules`, given the path of its script there; resolves with its exit code. */
export function runTool(script, words) {
  return run(process.execPath, [join(root, 'node_modules', script), ...words])
}

function run(command, words, { env = process.env, output = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd: root, env, stdio: ['ignore', output, 'inherit'] })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
}

function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** The paths, relative to a folder and with `/`, of the files below it whose names have the given ending. */
export function filesBelow(folder, ending) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith(ending))
    .map(path => path.replaceAll('\\', '/'))
    .sort()
}
