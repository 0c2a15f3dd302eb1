import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { ProjectOptions } from './project-options.js'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

/** The files of a project: their names and texts. */
export function projectFiles({
  folder,
  dialect,
  language,
}: Required<ProjectOptions>): Readonly<Record<string, string>> {
  return {
    'package.json': json(manifest(packageName(folder), language)),
    [`platen.config.${language}`]: configFile(dialect),
    [`site.test.${language}`]: testFile(dialect, language),
    'tsconfig.json': json(compilerOptions(language)),
    '.gitignore': 'node_modules/\n# The database and the uploaded files.\ndata/\n',
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** The package name for a folder: the folder's name without characters that npm does not allow. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '-')
    .replace(/^[._-]+/, '')
  return name === '' ? 'site' : name.slice(0, 200)
}

function manifest(name: string, language: string): object {
  const hooks = language === 'ts' ? '--import @platen/cli/register ' : ''
  return {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: {
      start: 'platen serve --watch',
      test: `node ${hooks}--test site.test.${language}`,
      typecheck: 'tsc',
    },
    // Features import the last two, which package managers such as pnpm offer only to those who name them.
    dependencies: Object.fromEntries(['cli', 'core', 'site'].map(each => [`@platen/${each}`, `^${version}`])),
    devDependencies: { '@types/node': '^20.19.43', typescript: '^7.0.2' },
  }
}

function compilerOptions(language: string): object {
  return {
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023'],
      types: ['node'],
      module: 'nodenext',
      moduleResolution: 'nodenext',
      strict: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      noEmit: true,
      ...(language === 'js'
        ? { allowJs: true, checkJs: true }
        : { verbatimModuleSyntax: true, erasableSyntaxOnly: true, allowImportingTsExtensions: true }),
    },
    include: [`*.${language}`],
  }
}

const configFile = (dialect: string): string => `import { defineConfig } from '@platen/cli'

// Every key: https://github.com/platen/platen/blob/main/docs/guides/a-site-as-a-file.md
export default defineConfig({
  dialect: '${dialect}',

  // GET /${dialect}/v2/books lists the published books.
  types: {
    book: {
      label: 'Books',
      public: true,
      showInRest: true,
      restBase: 'books',
      supports: ['title', 'editor', 'excerpt', 'thumbnail', 'custom-fields'],
    },
  },
  taxonomies: {
    genre: { label: 'Genres', objectTypes: ['book'], showInRest: true, restBase: 'genres' },
  },
  meta: [{ object: 'post', subtype: 'book', key: 'pages', type: 'integer', single: true }],

  setup(site) {
    site.registerRoute('library/v1', '/motto', {
      endpoints: [{ methods: 'GET', permission: 'public', handler: () => ({ body: { motto: 'Read more.' } }) }],
    })
  },
})
`

const testFile = (dialect: string, language: string): string => `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestSite } from '@platen/cli'
import config from './platen.config.${language}'

const { site, admin } = await createTestSite(config)

test('books are published', async () => {
  const book = { title: 'Emma', status: 'publish', meta: { pages: 474 } }
  const created = await site.call('POST', '/${dialect}/v2/books', book, { as: admin })
  assert.equal(created.status, 201)

  const { body } = await site.call('GET', '/${dialect}/v2/books', undefined, { query: { _fields: 'slug,meta' } })
  assert.deepEqual(body, [{ slug: 'emma', meta: { pages: 474 } }])
})

test('anyone reads the motto', async () => {
  const { body } = await site.call('GET', '/library/v1/motto')
  assert.deepEqual(body, { motto: 'Read more.' })
})
`
