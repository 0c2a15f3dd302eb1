import { messageOf } from '@platen/core'
import { folderSize, isMissing } from '../../../kernel/files/index.js'
import { folderFiles, openFolderFile } from './folder-files.js'
import type { ThemeFiles, ThemeSource } from './theme-source.js'
import { watchFolder } from './watch-folder.js'

/** Limits for reading a folder. */
const MAX_THEMES = 500
const MAX_FILES = 10_000
const MAX_DEPTH = 6
const MAX_FILE_BYTES = 2 * 1024 * 1024
const MAX_THEME_BYTES = 64 * 1024 * 1024

/** The files that are read, by their path below the theme's folder. */
const READ =
  /^(?:style\.css|theme\.json|(?:templates|parts|block-templates|block-template-parts)\/.+\.html|patterns\/.+\.php|styles\/.+\.json)$/
/** The files of which only the name is used. */
const NAMED = /^(?:index\.php|screenshot\.(?:png|gif|jpe?g|webp|avif))$/
const FOLDERS = /^(?:templates|parts|block-templates|block-template-parts|patterns|styles)(?:\/|$)/

/** The functions that read a folder. Sites without such folders can run without a file system. */
async function fileSystem() {
  const [fs, { createReadStream }, path, url] = await Promise.all([
    import('node:fs/promises'),
    import('node:fs'),
    import('node:path'),
    import('node:url'),
  ])
  return { ...fs, createReadStream, join: path.join, sep: path.sep, fileURLToPath: url.fileURLToPath }
}

type FileSystem = Awaited<ReturnType<typeof fileSystem>>

/** Whether a file is in a folder, after resolving all symbolic links. */
async function isWithin({ realpath, sep }: FileSystem, root: string, path: string): Promise<boolean> {
  try {
    return (await realpath(path)).startsWith(`${root}${sep}`)
  } catch (error) {
    if (isMissing(error) || (error instanceof Error && 'code' in error && error.code === 'ELOOP')) return false
    throw error
  }
}

/** The paths of the files of a theme, with `/` between folders, in order. */
async function pathsOf(fs: FileSystem, root: string, theme: string, warnings: string[]): Promise<readonly string[]> {
  const folders: string[] = []
  const list = async (folder: string, depth: number): Promise<void> => {
    for (const entry of await fs.readdir(fs.join(theme, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const full = fs.join(theme, path)
      if (entry.isSymbolicLink() && !(await isWithin(fs, root, full))) {
        if (READ.test(path) || FOLDERS.test(path)) warnings.push(`${path}: the link leads out of the folder of themes`)
        continue
      }
      const kind = entry.isSymbolicLink() ? await fs.stat(full) : entry
      if (kind.isDirectory() && FOLDERS.test(path)) {
        if (depth < MAX_DEPTH) await list(path, depth + 1)
        else warnings.push(`${path}: the folder is nested too deeply`)
      } else if (kind.isFile() && (READ.test(path) || NAMED.test(path))) {
        if (folders.length < MAX_FILES) folders.push(path)
        else if (folders.length === MAX_FILES) warnings.push(`${path}: more than ${MAX_FILES} files are not read`)
      }
      if (folders.length > MAX_FILES) return
    }
  }
  await list('', 0)
  return folders.sort()
}

/** Reads the files of one theme. */
async function readFiles(fs: FileSystem, root: string, name: string): Promise<ThemeFiles> {
  const theme = fs.join(root, name)
  const warnings: string[] = []
  const files = new Map<string, string | undefined>()
  let modified = 0
  let bytes = 0
  for (const path of await pathsOf(fs, root, theme, warnings)) {
    if (NAMED.test(path)) {
      files.set(path, undefined)
      continue
    }
    const full = fs.join(theme, path)
    const { size, mtimeMs } = await fs.stat(full)
    modified = Math.max(modified, mtimeMs)
    bytes += size
    if (size > MAX_FILE_BYTES || bytes > MAX_THEME_BYTES) warnings.push(`${path}: the file is too large`)
    else files.set(path, await fs.readFile(full, 'utf8'))
  }
  const readAll = () => folderFiles(fs, theme)
  const open = (path: string) => openFolderFile(fs, theme, path)
  return { name, files, modified: new Date(Math.floor(modified)), warnings, readAll, open }
}

/** The path of a folder; that of a `file:` URL is decoded. */
async function pathOf(folder: string | URL): Promise<string> {
  return typeof folder === 'string' ? folder : (await fileSystem()).fileURLToPath(folder)
}

/** The folders in a folder, by their paths below the root. */
async function foldersIn(fs: FileSystem, root: string, folder: string): Promise<readonly string[]> {
  const names: string[] = []
  for (const name of (await fs.readdir(fs.join(root, folder))).sort()) {
    const path = folder === '' ? name : `${folder}/${name}`
    if (name.startsWith('.') || !(await isWithin(fs, root, fs.join(root, path)))) continue
    if ((await fs.stat(fs.join(root, path))).isDirectory()) names.push(path)
  }
  return names
}

/** The folders of themes: those in the root, and those in a folder that is not a theme itself. */
async function themeNames(fs: FileSystem, root: string): Promise<readonly string[]> {
  const isTheme = (path: string) =>
    fs.access(fs.join(root, path, 'style.css')).then(
      () => true,
      () => false,
    )
  const names: string[] = []
  for (const name of await foldersIn(fs, root, '')) {
    const inner: string[] = []
    if (!(await isTheme(name)))
      for (const path of await foldersIn(fs, root, name)) if (await isTheme(path)) inner.push(path)
    names.push(...(inner.length > 0 ? inner : [name]))
    if (names.length >= MAX_THEMES) break
  }
  return names.slice(0, MAX_THEMES)
}

/** A theme that changes while it is read counts as a theme without files. */
const unreadable = (name: string, error: unknown): ThemeFiles => ({
  name,
  files: new Map(),
  modified: new Date(0),
  warnings: [messageOf(error)],
})

/**
 * The themes of a folder: each subfolder with a file `style.css`. Code in them is never run, and links that point out
 * of the folder are not followed. Reading rejects if there is no such folder.
 */
export function themesIn(folder: string | URL): ThemeSource {
  return Object.freeze({
    watch(changed: () => void) {
      let end: () => void = () => {}
      let ended = false
      void pathOf(folder).then(path => {
        if (!ended) end = watchFolder(path, changed)
      })
      return () => {
        ended = true
        end()
      }
    },
    async read(): Promise<readonly ThemeFiles[]> {
      const fs = await fileSystem()
      const root = await fs.realpath(await pathOf(folder))
      const themes: ThemeFiles[] = []
      for (const name of await themeNames(fs, root))
        themes.push(await readFiles(fs, root, name).catch(error => unreadable(name, error)))
      return themes.filter(({ files, warnings = [] }) => files.size > 0 || warnings.length > 0)
    },
    size: (signal?: AbortSignal) => folderSize(folder, signal),
  })
}
