import { cpSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { run } from '../docs/run-code.js'

/** A command of a `Dockerfile`, and the words after it. */
type Step = readonly [command: string, rest: string]

/** What an image that was built by hand does when it runs. */
export interface Image {
  /** The folder that is its working directory. */
  readonly folder: string
  /** The words that start it. */
  readonly start: readonly string[]
  /** The command that finds out whether it works. */
  readonly check: string
}

/**
 * Does in two folders what Docker does with a project whose `Dockerfile` has two stages, except for what concerns users,
 * volumes and ports. Rejects if a file that is copied is not there, or if a command fails.
 */
export async function buildImage(project: string, folder: string, env: object): Promise<Image> {
  const ignored = readFileSync(join(project, '.dockerignore'), 'utf8').trim().split('\n')
  const stages = steps(readFileSync(join(project, 'Dockerfile'), 'utf8'))
  const [packages, last] = stages.map((_, at) => join(folder, String(at)))
  if (packages === undefined || last === undefined || stages.length !== 2) throw new Error('Expected two stages.')
  for (const [at, stage] of stages.entries()) {
    const to = at === 0 ? packages : last
    mkdirSync(to, { recursive: true })
    for (const [command, rest] of stage) {
      if (command === 'COPY') copy(rest, to)
      if (command === 'RUN') await runStep(rest.replace(/ && chown \S+ \S+$/, ''), to)
    }
  }
  const word = (name: string) => stages[1]?.find(([command]) => command === name)?.[1] ?? ''
  return {
    folder: last,
    start: JSON.parse(word('CMD')) as string[],
    check: word('HEALTHCHECK').replace(/^.*? CMD /, ''),
  }

  function copy(rest: string, to: string): void {
    const [, , words = ''] = /^(--from=\S+ )?(.*)$/.exec(rest) ?? []
    const paths = words.split(' ')
    const target = paths.pop() ?? ''
    for (const path of paths) {
      const stored = /^\/site\/(.*)$/.exec(path)?.[1]
      const from = stored === undefined ? join(project, path) : join(packages ?? '', stored)
      const place = target.endsWith('/') ? join(to, target, basename(path)) : join(to, target)
      // Thousands of files, which nothing else needs.
      if (stored !== undefined) {
        renameSync(from, place)
        continue
      }
      const filter = (each: string) => path !== '.' || !ignored.includes(each.slice(project.length + 1))
      cpSync(from, place, { recursive: true, verbatimSymlinks: true, filter })
    }
  }

  async function runStep(command: string, cwd: string): Promise<void> {
    const { code, out, errors } = await run('sh', ['-c', command], cwd, { ...env, CI: 'true' }, 240_000)
    if (code !== 0) throw new Error(`"${command}" ended with ${code}: ${out}${errors}`)
  }
}

/** The commands of each stage. */
function steps(text: string): Step[][] {
  const stages: Step[][] = []
  for (const line of text.split('\n').filter(line => /^[A-Z]/.test(line))) {
    const [, command = '', rest = ''] = /^(\S+) (.*)$/.exec(line) ?? []
    if (command === 'FROM') stages.push([])
    stages.at(-1)?.push([command, rest])
  }
  return stages
}
