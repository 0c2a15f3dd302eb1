import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { newFolder } from './new-site.js'

const bin = fileURLToPath(new URL('../../../packages/cli/bundle/bin.js', import.meta.url))

/** Runs `platen serve --create` in a process of its own. */
export function command(t: Parameters<typeof newFolder>[0], words: readonly string[], { detached = false } = {}) {
  const child = spawn(process.execPath, [bin, 'serve', '--create', '--port', '0', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  })
  const exit = once(child, 'exit')
  t.teardown(async () => {
    // A test may have stopped it.
    for (const signal of ['SIGTERM', 'SIGCONT'] as const) child.kill(signal)
    await exit
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const printed = async (pattern: RegExp) => {
    for (;;) {
      const match = pattern.exec(out)
      if (match) return match
      await Promise.race([
        once(child.stdout, 'data'),
        exit.then(() => {
          throw new Error(`it ended: ${err}`)
        }),
      ])
    }
  }
  return { child, exit, printed, out: () => out, err: () => err }
}
