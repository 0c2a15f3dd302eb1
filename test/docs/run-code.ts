import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../house/workspace.js'

/** What a process came to. */
export interface Outcome {
  readonly code: number | null
  readonly out: string
  readonly errors: string
}

/** Runs a program to its end, or for a minute. */
export function run(command: string, words: readonly string[], cwd = root, env = {}): Promise<Outcome> {
  const child = spawn(command, words, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  let out = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve({ code, out, errors }))
  })
}

const folder = join(root, 'build/docs')

// Objects on one line, so that what a page says of them can stand in one comment.
const PRELOAD = `import util from 'node:util'
util.inspect.defaultOptions.breakLength = Infinity
util.inspect.defaultOptions.compact = true
util.inspect.defaultOptions.depth = 5
`

/** Writes modules, `page/name.ts` each with its text, and says what the compiler has against them. */
export async function compile(modules: ReadonlyMap<string, string>): Promise<string> {
  rmSync(folder, { recursive: true, force: true })
  for (const [path, text] of modules) {
    mkdirSync(join(folder, 'src', path, '..'), { recursive: true })
    writeFileSync(join(folder, 'src', path), text)
  }
  const compilerOptions = {
    rootDir: 'src',
    outDir: 'out',
    types: ['node'],
    composite: false,
    declaration: false,
    declarationMap: false,
  }
  const config = { extends: '../../tsconfig.base.json', compilerOptions, include: ['src/**/*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'preload.mjs'), PRELOAD)
  const { code, out, errors } = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder])
  return code === 0 ? '' : out + errors
}

/** Runs a module that was compiled. */
export function runModule(path: string): Promise<Outcome> {
  const script = join(folder, 'out', path.replace(/\.ts$/, '.js'))
  return run(process.execPath, ['--import', join(folder, 'preload.mjs'), script], folder)
}
