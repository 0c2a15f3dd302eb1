import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../temporary-folder.js'

const PACKAGE = 'wordpress-theme-twentytwentyfive'
const THEMES = 'usr/share/wordpress/wp-content/themes'
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** The folder of themes that contains the package's, or why there is none. */
export type ThemePackage = { readonly folder: string } | { readonly reason: string }

const holdsTheme = (folder: string): boolean => existsSync(join(folder, 'twentytwentyfive/style.css'))

/** Downloads the package with apt, with lists of its own, and unpacks it; nothing is installed. */
function download(target: string): void {
  const apt = join(target, 'apt')
  mkdirSync(join(apt, 'lists/partial'), { recursive: true })
  writeFileSync(join(apt, 'sources.list'), `deb [signed-by=${KEYRING}] http://deb.debian.org/debian sid main\n`)
  const options = [
    `-oDir::Etc::SourceList=${apt}/sources.list`,
    '-oDir::Etc::SourceParts=/dev/null',
    `-oDir::State::Lists=${apt}/lists`,
  ]
  const run = (command: string, words: readonly string[]) =>
    execFileSync(command, words, { cwd: target, stdio: 'ignore', timeout: 120_000 })
  run('apt-get', [...options, 'update'])
  run('apt-get', [...options, 'download', PACKAGE])
  for (const file of readdirSync(target)) if (file.endsWith('.deb')) run('dpkg', ['-x', join(target, file), target])
}

/**
 * The theme of a Debian package: installed, in the folder of `PLATEN_THEME_PACKAGE`, or downloaded to a temporary folder.
 */
export function themePackage(): ThemePackage {
  for (const folder of [process.env['PLATEN_THEME_PACKAGE'] ?? '', `/${THEMES}`])
    if (folder !== '' && holdsTheme(folder)) return { folder }
  try {
    const target = temporaryFolder('theme-package')
    download(target)
    const folder = join(target, THEMES)
    return holdsTheme(folder) ? { folder } : { reason: `the package ${PACKAGE} has no theme in ${THEMES}` }
  } catch (error) {
    return { reason: `the package ${PACKAGE} cannot be downloaded: ${(error as Error).message}` }
  }
}
