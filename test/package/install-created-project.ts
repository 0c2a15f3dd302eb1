import { mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { packageManagerOf } from 'create-platen'
import t from 'tap'
import { run } from '../docs/run-code.js'
import { root } from '../house/workspace.js'
import { temporaryFolder } from '../temporary-folder.js'
import { startAddonMirror } from './addon-mirror.js'
import { whileRunning, whileStarted } from './created-project.js'
import { buildImage } from './image.js'
import { isUnreachable, npm } from './npm.js'

/** A package manager: how it calls itself, the package that it is published as, and its program. */
export interface TestedManager {
  readonly agent: string
  readonly package?: string
  readonly command: string
}

/**
 * Creates a project as in a clone, and tests it with a package manager and empty caches: that it can be installed,
 * tested and typechecked, that it serves, and that its `Dockerfile` does what it says.
 */
export async function testCreatedProject(manager: TestedManager): Promise<void> {
  const folder = temporaryFolder('created')
  const tools = join(folder, 'tools')
  const skip = await installTool(manager, tools)
  t.test(`a project of ${manager.agent}`, { skip }, async t => {
    const mirror = await startAddonMirror()
    t.teardown(mirror.close)
    // Not at the end of the process, which has less time.
    t.teardown(() => rm(folder, { recursive: true, force: true }))
    const env = {
      ...mirror.env,
      PATH: `${join(tools, 'node_modules/.bin')}${delimiter}${process.env['PATH']}`,
      npm_config_cache: join(folder, 'npm'),
      npm_config_user_agent: '',
      XDG_CACHE_HOME: join(folder, 'cache'),
      XDG_DATA_HOME: join(folder, 'data'),
      YARN_CACHE_FOLDER: join(folder, 'yarn'),
      YARN_GLOBAL_FOLDER: join(folder, 'yarn-global'),
      YARN_ENABLE_TELEMETRY: '0',
      // Lock files of new projects may be written.
      CI: '',
    }
    const project = join(folder, 'garden')
    // As in a clone, where the packages are not published.
    const created = await run(
      process.execPath,
      [join(root, 'scripts/create.mjs'), project, '--yes'],
      folder,
      { npm_config_user_agent: manager.agent, INIT_CWD: folder },
      240_000,
    )
    const { name, major } = packageManagerOf(manager.agent)
    t.match(created, { code: 0, out: `  cd garden\n  ${name} install\n  ${name} start\n` })
    // A later Yarn takes an empty lock file for the root of a project.
    if (name === 'yarn' && major > 1) writeFileSync(join(project, 'yarn.lock'), '')

    const words = manager.command.split(' ')
    const use = async (...more: readonly string[]) => {
      const [command = '', ...first] = words
      const { code, out, errors } = await run(command, [...first, ...more], project, env, 240_000)
      t.equal(code, 0, `${manager.command} ${more.join(' ')}: ${out}${errors}`)
      return out
    }
    await use('install')
    t.match(await use('test'), /pass 2\b/)
    await use('run', 'typecheck')
    await whileStarted(project, async url => {
      t.same(await (await fetch(`${url}/cms/v2/books`)).json(), [])
      t.match(await (await fetch(`${url}/library/v1/motto`)).json(), { motto: 'Read more.' })
    })

    const image = await buildImage(project, join(folder, 'image'), env)
    const [command = '', ...rest] = image.start
    const surrounding = { cwd: image.folder, env: { ...process.env, NODE_ENV: 'production', PORT: '0' } }
    await whileRunning(join(image.folder, command), rest, surrounding, async url => {
      t.match(await (await fetch(`${url}/library/v1/motto`)).json(), { motto: 'Read more.' })
      const check = image.check.replace('127.0.0.1:8080', new URL(url).host)
      t.not(check, image.check)
      t.match(await run('sh', ['-c', check], image.folder), { code: 0, out: '', errors: '' })
    })
    t.match(await run('sh', ['-c', image.check.replace('127.0.0.1:8080', '127.0.0.1:1')], image.folder), { code: 1 })
  })
}

/** Installs a package manager, unless it is npm; why not, where no registry can be reached. */
async function installTool({ package: name }: TestedManager, folder: string): Promise<string | false> {
  try {
    const words = ['--prefix', folder, '--no-audit', '--no-fund', '--fetch-retries=0']
    if (name === undefined) await npm(['view', 'typescript', 'version', ...words])
    else {
      mkdirSync(folder)
      await npm(['install', ...words, name], folder)
    }
    return false
  } catch (error) {
    if (isUnreachable(error)) return 'no package registry can be reached'
    throw error
  }
}
