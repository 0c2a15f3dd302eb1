import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { ProjectOptions } from './project-options.js'

/** The folder of tarballs. */
export const VENDOR = 'vendor'

/** The packages with native parts, whose install scripts download or compile these. */
const BUILT = ['argon2', 'better-sqlite3', 'sharp']

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

/** The text of `package.json`. */
export function manifest({ folder, language, tarballs }: Required<ProjectOptions>): string {
  const hooks = language === 'ts' ? '--import @platen/cli/register ' : ''
  const files = localPackages(tarballs)
  // Features import the others, which package managers such as pnpm offer only to those who name them.
  const published = Object.fromEntries(
    ['cli', 'core', 'site', 'storage'].map(each => [`@platen/${each}`, `^${version}`]),
  )
  return json({
    name: packageName(folder),
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: {
      start: 'platen serve --watch',
      test: `node ${hooks}--test site.test.${language}`,
      typecheck: 'tsc',
    },
    dependencies: files ?? published,
    devDependencies: { '@types/node': '^20.19.43', typescript: '^7.0.2' },
    // For npm, and for Yarn; pnpm has a file of its own.
    allowScripts: Object.fromEntries(BUILT.map(name => [name, true])),
    dependenciesMeta: Object.fromEntries(BUILT.map(name => [name, { built: true }])),
    // For Yarn, which would look for the dependencies of tarballs in the registry.
    ...(files && { resolutions: files }),
  })
}

/** The text of `pnpm-workspace.yaml`. */
export function pnpmSettings(tarballs: Required<ProjectOptions>['tarballs']): string {
  const files = Object.entries(localPackages(tarballs) ?? {})
  return [
    '# The packages that pnpm may build; versions before 10.26 read the list.',
    'allowBuilds:',
    ...BUILT.map(name => `  ${name}: true`),
    'onlyBuiltDependencies:',
    ...BUILT.map(name => `  - ${name}`),
    ...(files.length > 0 ? ['overrides:', ...files.map(([name, file]) => `  '${name}': ${file}`)] : []),
    '',
  ].join('\n')
}

/** Where the manifest finds packages that are tarballs; `undefined` if there are none. */
function localPackages(tarballs: Required<ProjectOptions>['tarballs']): Readonly<Record<string, string>> | undefined {
  const files = Object.entries(tarballs).map(([name, path]) => [name, `file:${VENDOR}/${basename(path)}`])
  return files.length === 0 ? undefined : Object.fromEntries(files)
}

/** The package name for a folder: the folder's name without characters that npm does not allow. */
export function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '-')
    .replace(/^[._-]+/, '')
  return name === '' ? 'site' : name.slice(0, 200)
}

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
