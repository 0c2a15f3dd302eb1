import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const installedMark = join(root, 'node_modules', '.platen-installed')

/**
 * Updates `node_modules` if it is older than the manifests and the lock file. A clean clone gets exactly the versions
 * in the lock file; an existing tree is only changed where it differs.
 */
export async function installWhenNeeded() {
  const packages = readdirSync(join(root, 'packages'))
  const manifests = ['package.json', 'package-lock.json', ...packages.map(name => `packages/${name}/package.json`)]
  const newest = Math.max(...manifests.map(name => changedAt(join(root, name))))
  const installed = Math.max(changedAt(installedMark), changedAt(join(root, 'node_modules', '.package-lock.json')))
  if (installed >= newest) return
  // npm passes its own path to the scripts that it runs. On Windows, `npm` cannot be started by name without a shell.
  const npm = process.env.npm_execpath
  const isClean = !existsSync(join(root, 'node_modules', '.package-lock.json'))
  const command = isClean && existsSync(join(root, 'package-lock.json')) ? 'ci' : 'install'
  const words = [command, '--no-audit', '--no-fund']
  const code = npm?.endsWith('.js') ? await run(process.execPath, [npm, ...words]) : await run('npm', words)
  if (code !== 0) throw new Error(`npm ${command} ended with code ${code}`)
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

/** Runs a tool of `node_modules`, given the path of its script there; resolves with its exit code. */
export function runTool(script, words) {
  return run(process.execPath, [join(root, 'node_modules', script), ...words])
}

function run(command, words) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
}

function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
