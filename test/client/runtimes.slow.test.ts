import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { serveNewSite } from '../cli/serve-new-site.js'
import { run } from '../docs/run-code.js'
import { root } from '../house/workspace.js'

/** The commands of other runtimes; the variables name them where they are not on the path. */
const runtimes = {
  Deno: [process.env['PLATEN_DENO'] ?? 'deno', 'run', '--allow-all'],
  Bun: [process.env['PLATEN_BUN'] ?? 'bun', 'run'],
} as const

const program = join(root, 'build/test/client/play-suite.js')

for (const [runtime, [command, ...words]] of Object.entries(runtimes)) {
  const isInstalled = spawnSync(command, ['--version']).status === 0
  const skip = isInstalled ? false : `${runtime} is not installed`
  for (const dialect of ['cms', 'wp']) {
    const play = (...server: string[]) => run(command, [...words, program, dialect, ...server])

    t.test(`the client in ${runtime}, ${dialect}`, { skip, timeout: 120_000 }, async t => {
      const { api, authorization } = await serveNewSite(t, dialect)
      const [login = '', password = ''] = Buffer.from(authorization.slice(6), 'base64').toString().split(':')
      const { code, out, errors } = await play(api, login, password)
      t.equal(code, 0, errors)
      t.equal(out.match(/^passed: /gm)?.length, 9)
    })

    t.test(`a site in ${runtime}, ${dialect}`, { skip, timeout: 120_000 }, async t => {
      const { code, out, errors } = await play()
      t.equal(code, 0, errors)
      t.equal(out.match(/^passed: /gm)?.length, 9)
    })
  }
}
