import { DOCKER_IGNORED, dockerfile } from './project-image.js'
import { json, manifest, pnpmSettings } from './project-manifest.js'
import type { ProjectOptions } from './project-options.js'
import { readme } from './project-readme.js'

/** The files of a project: their names and texts. */
export function projectFiles(options: Required<ProjectOptions>): Readonly<Record<string, string>> {
  const { dialect, language, packageManager, tarballs } = options
  return {
    'package.json': manifest(options),
    [`platen.config.${language}`]: configFile(dialect),
    [`site.test.${language}`]: testFile(dialect, language),
    'tsconfig.json': json(compilerOptions(language)),
    'README.md': readme(options),
    Dockerfile: dockerfile(options),
    '.dockerignore': DOCKER_IGNORED,
    '.gitignore': 'node_modules/\n.env\n# The database and the uploaded files.\ndata/\n',
    'pnpm-workspace.yaml': pnpmSettings(tarballs),
    // Later versions of Yarn need not create a folder of modules.
    ...(packageManager.name === 'yarn' ? { '.yarnrc.yml': 'nodeLinker: node-modules\n' } : {}),
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
