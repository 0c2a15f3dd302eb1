import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../docs/run-code.js'
import { temporaryFolder } from '../temporary-folder.js'

/** The modules of a program with those that they import, in one file: their sources by URL, and the URLs of their imports. */
export interface ModuleArchive {
  readonly entry: string
  readonly modules: ReadonlyMap<string, ArchivedModule>
}

export interface ArchivedModule {
  readonly source: string
  /** The URLs by specifier. */
  readonly imports: Readonly<Record<string, string>>
}

/** Starts a program with arguments; each start is a process of its own. */
export type StartProgram = (words: readonly string[], flags?: readonly string[]) => ChildProcess

const scriptOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const WITH_MODULES = ['--no-warnings', '--experimental-vm-modules']
const STDIO: StdioOptions = ['ignore', 'inherit', 'inherit', 'ipc']

/**
 * Reads a program and the ES modules that it imports once, so that starting it many times costs half: Node looks for
 * hundreds of files otherwise, each time. Dynamic imports must name modules in quotes.
 */
export async function archiveProgram(script: string): Promise<StartProgram> {
  const folder = temporaryFolder('archive')
  const archive = join(folder, 'modules')
  const flags = [...WITH_MODULES, '--experimental-import-meta-resolve']
  const { code, errors } = await run(process.execPath, [...flags, scriptOf('write-archive.js'), script, archive])
  if (code !== 0) throw new Error(`${script} cannot be archived: ${errors}`)
  return (words, flags = []) =>
    fork(scriptOf('run-archive.js'), [archive, ...words], { execArgv: [...WITH_MODULES, ...flags], stdio: STDIO })
}
