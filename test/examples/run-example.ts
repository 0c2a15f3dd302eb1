import { spawn } from 'node:child_process'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../examples/', import.meta.url))

/** An example that runs in a process of its own. */
export interface RunningExample {
  readonly ended: Promise<{ readonly code: number | null; readonly lines: readonly string[] }>
  stop(): void
  /** The first match of a pattern in what it prints, as soon as there is one; rejects if it ends without. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
}

/** Runs an example, or a copy of one at an absolute path, until the test ends at the latest. */
export function runExample(
  t: { teardown(work: () => unknown): void },
  name: string,
  env: Readonly<Record<string, string>> = {},
): RunningExample {
  const script = join(isAbsolute(name) ? name : join(folder, name), 'index.mjs')
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  const ended = new Promise<{ code: number | null; lines: string[] }>(resolve =>
    child.on('close', code => resolve({ code, lines: out.trimEnd().split('\n') })),
  )
  return {
    ended,
    stop: () => void child.kill('SIGTERM'),
    printed: pattern =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(out)
          if (match) resolve(match)
        }
        child.stdout.on('data', look)
        ended.then(() => reject(new Error(`it ended and printed: ${out}`)))
      }),
  }
}
