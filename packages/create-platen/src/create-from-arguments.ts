import { relative } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { createProject } from './create-project.js'
import { packageManagerOf } from './package-manager.js'
import { ProjectError } from './project-error.js'
import type { ProjectOptions } from './project-options.js'

/** The parts of the process that the command uses. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  /** Whether the terminal is interactive. */
  readonly isInteractive: boolean
  readonly report: (message: string) => void
}

const HELP = `Usage: npm create platen@latest [folder] -- [options]

Writes the project of a content site.

Options:
  --dialect <name>   "cms", a neutral interface, or "wp", for WordPress clients (default: cms)
  --language <name>  "ts" or "js" (default: ts)
  -y, --yes          asks nothing
  -h, --help         displays this help
`

const DEFAULT_FOLDER = 'my-site'
const DIALECTS = ['cms', 'wp'] as const
const LANGUAGES = ['ts', 'js'] as const

/**
 * Creates a project from arguments, answers and defaults; resolves with an exit code: 0, 1, or 2 for invalid usage.
 */
export async function createFromArguments(
  words: readonly string[],
  surroundings: Terminal,
  defaults: Pick<ProjectOptions, 'packageManager' | 'tarballs'> = {},
): Promise<number> {
  const { output, report } = surroundings
  try {
    const given = parse(words)
    if (given === undefined) {
      output.write(HELP)
      return 0
    }
    const { folder, files } = createProject({ ...defaults, ...(await complete(given, surroundings)) })
    const place = relative(process.cwd(), folder) || '.'
    const enter = place === '.' ? '' : `  cd ${/^[\w./-]+$/.test(place) ? place : JSON.stringify(place)}\n`
    const { name } = defaults.packageManager ?? packageManagerOf()
    output.write(
      `Created ${place} with ${files.join(', ')}.\n\n${enter}  ${name} install\n  ${name} start\n\n` +
        'README.md describes the files, the commands and the next steps.\n',
    )
    return 0
  } catch (error) {
    if (!(error instanceof ProjectError || isUsageError(error) || isSystemError(error))) throw error
    report(`create-platen: ${error.message}`)
    return isUsageError(error) ? 2 : 1
  }
}

interface Given extends Partial<ProjectOptions> {
  readonly yes: boolean
}

/** Reads the arguments; `undefined` if they request help. */
function parse(words: readonly string[]): Given | undefined {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      dialect: { type: 'string' },
      language: { type: 'string' },
      yes: { type: 'boolean', short: 'y' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return undefined
  const [folder, ...rest] = positionals
  if (rest.length > 0) throw usageError(`Expected one folder, not ${positionals.length}.`)
  return {
    ...(folder === undefined ? {} : { folder }),
    ...(values.dialect === undefined ? {} : { dialect: oneOf('--dialect', values.dialect, DIALECTS) }),
    ...(values.language === undefined ? {} : { language: oneOf('--language', values.language, LANGUAGES) }),
    yes: values.yes ?? false,
  }
}

/** Prompts for missing options, if the terminal is interactive. */
async function complete({ yes, ...given }: Given, { input, output, isInteractive }: Terminal) {
  if (yes || !isInteractive) return { folder: DEFAULT_FOLDER, ...given }
  const lines = createInterface({ input, output })
  const ask = async (question: string, fallback: string) =>
    (await lines.question(`${question} (${fallback}): `)).trim() || fallback
  const choose = async <T extends string>(question: string, values: readonly [T, ...T[]]): Promise<T> => {
    for (;;) {
      const answer = await ask(question, values[0])
      const value = values.find(each => each === answer.toLowerCase())
      if (value !== undefined) return value
      output.write(`Answer ${values.join(' or ')}.\n`)
    }
  }
  try {
    return {
      folder: given.folder ?? (await ask('Folder', DEFAULT_FOLDER)),
      dialect: given.dialect ?? (await choose('Dialect: cms, or wp for WordPress clients', DIALECTS)),
      language: given.language ?? (await choose('Language: ts or js', LANGUAGES)),
    }
  } finally {
    lines.close()
  }
}

function oneOf<T extends string>(option: string, value: string, values: readonly T[]): T {
  const found = values.find(each => each === value)
  if (found === undefined) throw usageError(`${option} is one of ${values.join(', ')}, not "${value}".`)
  return found
}

const usageError = (message: string): Error => Object.assign(new Error(message), { code: 'ERR_PARSE_ARGS' })

const isUsageError = (error: unknown): error is Error => codeOf(error).startsWith('ERR_PARSE_ARGS')

/** A folder that cannot be written, for example. */
const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
