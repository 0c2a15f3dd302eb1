import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const installedMark = join(root, 'node_modules', '.platen-installed')

/**
 * Brings `node_modules` in step with the manifests and the lock file; does nothing when it is. A clean clone gets exactly
 * what the lock file names; a tree that is there already is only changed where it differs.
 */
export async function installWhenNeeded() {
  const packages = readdirSync(join(root, 'packages'))
  const manifests = ['package.json', 'package-lock.json', ...packages.map(name => `packages/${name}/package.json`)]
  const newest = Math.max(...manifests.map(name => changedAt(join(root, name))))
  const installed = Math.max(changedAt(installedMark), changedAt(join(root, 'node_modules', '.package-lock.json')))
  if (installed >= newest) return
  // npm hands its own path to the scripts it runs; on Windows `npm` alone could not be started without a shell.
  const npm = process.env.npm_execpath
  const isClean = !existsSync(join(root, 'node_modules', '.package-lock.json'))
  const command = isClean && existsSync(join(root, 'package-lock.json')) ? 'ci' : 'install'
  const words = [command, '--no-audit', '--no-fund']
  const code = npm?.endsWith('.js') ? await run(process.execPath, [npm, ...words]) : await run('npm', words)
  if (code !== 0) throw new Error(`npm ${command} ended with code ${code}`)
  writeFileSync(installedMark, '')
}

/**
 * Compiles what a reference of TypeScript's build mode names (`.`: everything) and bundles the packages; true when nothing
 * was wrong. What the compiler wrote in spite of errors is bundled as well.
 */
export async function build(target = '.') {
  const compiled = (await runTool('typescript/bin/tsc', ['-b', target])) === 0
  // Only now: it needs what was installed.
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
