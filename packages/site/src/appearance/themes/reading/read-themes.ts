import { messageOf } from '@platen/core'
import { RegistrationError } from '../../../kernel/registrations/index.js'
import { ThemeError } from '../../theme-json/index.js'
import { readTheme, type ThemeUrls } from './read-theme.js'
import type { BrokenTheme, Theme } from './theme.js'
import type { ThemeFiles, ThemeSource } from './theme-source.js'

/** Names that paths and URLs can contain. */
const VALID_NAME = /^[^/\\:<>*?"|%\p{Cc}]{1,200}(?:\/[^/\\:<>*?"|%\p{Cc}]{1,200})?$/u

/** The themes of all sources; of two with the same name, the first is used. */
async function filesOf(sources: readonly ThemeSource[]): Promise<ReadonlyMap<string, ThemeFiles>> {
  const filesByName = new Map<string, ThemeFiles>()
  for (const source of sources) {
    const read = await source.read().catch((cause: unknown) => {
      throw new RegistrationError(`the themes cannot be read: ${messageOf(cause)}`)
    })
    for (const files of read) if (!filesByName.has(files.name)) filesByName.set(files.name, files)
  }
  return filesByName
}

/** Why a child theme cannot be used; a parent must be there, and not itself be a child. */
function parentError({ stylesheet, template }: Theme, read: ReadonlyMap<string, Theme>): string | undefined {
  if (template === stylesheet) return undefined
  const parent = read.get(template)
  if (parent === undefined) return `style.css: the parent theme "${template}" is missing`
  if (parent.template !== parent.stylesheet) return `style.css: the parent theme "${template}" is itself a child theme`
  return undefined
}

/** Reads the themes of sources: those that can be used, and those with errors. Rejects with a `RegistrationError`. */
export async function readThemes(
  sources: readonly ThemeSource[],
  urls: ThemeUrls,
): Promise<{ readonly all: readonly Theme[]; readonly broken: readonly BrokenTheme[] }> {
  const read = new Map<string, Theme>()
  const errors = new Map<string, readonly string[]>()
  for (const [name, files] of await filesOf(sources)) {
    try {
      if (!VALID_NAME.test(name)) throw new ThemeError('style.css', 'the name of the folder is not valid')
      read.set(name, readTheme(files, urls))
    } catch (error) {
      if (!(error instanceof ThemeError)) throw error
      errors.set(name, [error.message, ...(files.warnings ?? [])])
    }
  }
  const all: Theme[] = []
  for (const theme of read.values()) {
    const error = parentError(theme, read)
    if (error !== undefined) errors.set(theme.stylesheet, [error])
    else all.push({ ...theme, isBlockTheme: theme.isBlockTheme || read.get(theme.template)?.isBlockTheme === true })
  }
  const byName = <T extends { readonly stylesheet: string }>(list: T[]) =>
    Object.freeze(list.sort((a, b) => (a.stylesheet < b.stylesheet ? -1 : 1)))
  return {
    all: byName(all.map(theme => Object.freeze(theme))),
    broken: byName([...errors].map(([stylesheet, list]) => Object.freeze({ stylesheet, errors: list }))),
  }
}
