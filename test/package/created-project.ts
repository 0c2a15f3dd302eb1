import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { npm } from './npm.js'

/** Copies what a package compiles when it is installed from the workspace, whose version the lock file names. */
export function copyCompiled(project: string): void {
  const path = 'build/Release/better_sqlite3.node'
  const from = dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json'))
  const to = join(project, 'node_modules/better-sqlite3', path)
  mkdirSync(dirname(to), { recursive: true })
  rmSync(to, { force: true })
  copyFileSync(join(from, path), to)
}

/** What npm misses in `node_modules` of a project, and what it finds in a version that the project does not accept. */
export async function unmetDependencies(project: string): Promise<string[]> {
  const { problems = [] } = JSON.parse(await npm(['ls', '--json'], project)) as { problems?: string[] }
  return problems.filter(problem => !problem.startsWith('extraneous:'))
}

/** Runs `npm start` in a project until `work` is done with the URL of the interface. */
export async function whileStarted<T>(project: string, work: (url: string) => Promise<T>): Promise<T> {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const { start } = scripts
  // Without npm in between, which does not pass signals on in every version.
  const bin = join(project, 'node_modules/.bin')
  const env = { ...process.env, PORT: '0', PATH: `${bin}:${process.env['PATH']}` }
  return whileRunning('sh', ['-c', `exec ${start}`], { cwd: project, env }, work)
}

/** Runs a command that serves a site until `work` is done with the URL of the interface. */
export async function whileRunning<T>(
  command: string,
  words: readonly string[],
  surroundings: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  work: (url: string) => Promise<T>,
): Promise<T> {
  const child = spawn(command, words, { ...surroundings, stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = new Promise(resolve => child.on('close', resolve))
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let out = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text
        const [, found] = /^ +interface +(\S+)\/$/m.exec(out) ?? []
        if (found !== undefined) resolve(found)
      })
      ended.then(code => reject(new Error(`"${command} ${words.join(' ')}" ended with ${code}: ${out}`)))
    })
    return await work(url)
  } finally {
    child.kill()
    await ended
  }
}
