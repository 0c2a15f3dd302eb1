import { messageOf } from '@platen/core'
import { isMissing } from '../files/index.js'
import { RegistrationError } from '../registrations/index.js'
import { type BlockCode, blockOfFile } from './block-file.js'
import type { SiteBlock } from './block-scope.js'

const FILE = 'block.json'

/** The code of the block types of a folder, by name. */
type CodeByName = Readonly<Record<string, BlockCode>>

/** A file and its text. */
interface TextFile {
  readonly path: string
  readonly text: string
}

/** The `block.json` files of a folder: its own, or else those in its direct subfolders, by name. */
async function readBlockFiles(folder: string): Promise<readonly TextFile[]> {
  // Sites without such folders can run without a file system.
  const { readdir, readFile } = await import('node:fs/promises')
  const { join } = await import('node:path')
  const read = async (path: string): Promise<TextFile | undefined> => {
    try {
      return { path, text: await readFile(path, 'utf8') }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }
  const own = await read(join(folder, FILE))
  if (own !== undefined) return [own]
  const names = (await readdir(folder)).sort()
  const found = await Promise.all(names.map(name => read(join(folder, name, FILE))))
  return found.filter(file => file !== undefined)
}

async function filesIn(folder: string): Promise<readonly TextFile[]> {
  const files = await readBlockFiles(folder).catch((error: unknown) => {
    if (isMissing(error)) throw new RegistrationError(`there is no folder ${folder}`)
    throw error
  })
  if (files.length === 0) throw new RegistrationError(`there is no ${FILE} in ${folder}, nor in a folder within it`)
  return files
}

/** The path of a folder; that of a `file:` URL is decoded. */
async function pathOf(folder: string | URL): Promise<string> {
  if (typeof folder === 'string') return folder
  const { fileURLToPath } = await import('node:url')
  return fileURLToPath(folder)
}

/** Registers the block types of a folder; rejects with a `RegistrationError` that names the file. */
export async function registerBlockFolder(
  given: string | URL,
  code: CodeByName,
  register: (definition: SiteBlock) => void,
): Promise<void> {
  const folder = await pathOf(given)
  const unused = new Set(Object.keys(code))
  for (const { path, text } of await filesIn(folder)) {
    const block = blockOfFile(path, text, code)
    unused.delete(block.name)
    try {
      register(block)
    } catch (cause) {
      throw new RegistrationError(`${path}: ${messageOf(cause)}`)
    }
  }
  for (const name of unused)
    throw new RegistrationError(`${folder} has no block type "${name}", for which there is code`)
}
