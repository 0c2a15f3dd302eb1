import { fork, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../house/workspace.js'

/** The result of a process. */
export interface Outcome {
  readonly code: number | null
  readonly out: string
  readonly errors: string
}

/** Runs a program to its end, or for some milliseconds: a minute by default. */
export function run(
  command: string,
  words: readonly string[],
  cwd = root,
  env = {},
  timeout = 60_000,
): Promise<Outcome> {
  const child = spawn(command, words, {
    cwd,
    // A program that runs tests is not a part of this test for Node's runner.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
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

/** Writes modules, with their text by `page/name.ts`, and returns the errors of the compiler. */
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
  const { code, out, errors } = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder])
  return code === 0 ? '' : out + errors
}

/** The result of running a module. */
export interface ModuleOutcome {
  readonly path: string
  readonly printed: readonly string[]
  readonly error: string | undefined
}

/**
 * Runs modules that were compiled, all in one process, since most of the time would go into starting it. Modules with
 * tests of `node:test`, which print their own reports, have their own processes.
 */
export async function runModules(paths: readonly string[]): Promise<ReadonlyMap<string, ModuleOutcome>> {
  const scripts = new Map(paths.map(path => [join(folder, 'out', path.replace(/\.ts$/, '.js')), path]))
  const outcomes = new Map<string, ModuleOutcome>()
  const isTest = (script: string) => readFileSync(script, 'utf8').includes("from 'node:test'")
  for (const script of [...scripts.keys()].filter(isTest)) {
    const path = scripts.get(script) ?? ''
    const { code, out } = await run(process.execPath, [script], folder)
    outcomes.set(path, { path, printed: [], error: code === 0 ? undefined : out })
  }
  const runner = fileURLToPath(new URL('./module-runner.js', import.meta.url))
  const others = [...scripts.keys()].filter(script => !isTest(script))
  const child = fork(runner, others, { cwd: folder, execArgv: ['--enable-source-maps'], timeout: 120_000 })
  child.on('message', message => {
    const outcome = message as ModuleOutcome
    outcomes.set(scripts.get(outcome.path) ?? '', outcome)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve(outcomes))
  })
}
