// `npm run create -- FOLDER [options]`: creates a project like `npm create platen`, which uses the packages of this
// clone: their tarballs are in the project, so that it can be installed anywhere.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { removeStaleOutput } from './stale-output.mjs'
import { build, installWhenNeeded, root, runNpm } from './workspace.mjs'

await installWhenNeeded('serving')
if (!((await build('packages/cli')) && (await build('packages/create-platen')))) {
  console.error('The build failed; nothing was created.')
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'platen-create-'))
try {
  const packages = withDependencies('@platen/cli')
  for (const { name } of packages) removeStaleOutput(folderOf(name))
  const workspaces = packages.flatMap(({ name }) => ['--workspace', name])
  // They have just been built.
  await runNpm(['pack', '--silent', '--ignore-scripts', '--pack-destination', folder, ...workspaces], 'ignore')
  const tarballs = packages.map(({ name, version }) => [
    name,
    join(folder, `${name.slice(1).replace('/', '-')}-${version}.tgz`),
  ])
  const bundle = join(root, 'packages/create-platen/bundle/index.js')
  const { createFromArguments, packageManagerOf } = await import(pathToFileURL(bundle).href)
  // npm runs scripts in the root of the repository.
  process.chdir(process.env.INIT_CWD ?? process.cwd())
  const terminal = {
    input: process.stdin,
    output: process.stdout,
    isInteractive: process.stdin.isTTY === true,
    report: message => process.stderr.write(`${message}\n`),
  }
  process.exitCode = await createFromArguments(process.argv.slice(2), terminal, {
    packageManager: packageManagerOf(process.env.npm_config_user_agent),
    tarballs: Object.fromEntries(tarballs),
  })
} finally {
  rmSync(folder, { recursive: true })
}

/** The manifest of a package of this repository, and of those that it depends on. */
function withDependencies(name, seen = new Set()) {
  if (seen.has(name)) return []
  seen.add(name)
  const manifest = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'))
  const own = Object.keys(manifest.dependencies ?? {}).filter(each => each.startsWith('@platen/'))
  return [manifest, ...own.flatMap(each => withDependencies(each, seen))]
}

function folderOf(name) {
  return join(root, 'packages', name.slice('@platen/'.length))
}
