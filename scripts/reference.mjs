// `node scripts/reference.mjs`: writes docs/reference/*.md from the docstrings in the last build of the packages.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript-api'
import { root } from './workspace.mjs'

/** The folder of the pages. */
export const referenceFolder = join(root, 'docs/reference')

const groups = [
  ['Functions and values', ts.SymbolFlags.Function | ts.SymbolFlags.Variable | ts.SymbolFlags.ValueModule],
  ['Classes', ts.SymbolFlags.Class],
  ['Types', ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias],
]

/** The pages of the reference: file names with their texts. The same declarations always result in the same pages. */
export function referencePages() {
  const entries = readPackages()
  const program = ts.createProgram({
    rootNames: entries.map(({ entry }) => entry),
    options: {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      noLib: true,
      types: [],
    },
  })
  const checker = program.getTypeChecker()
  // Some are imported only for their side effects, and export nothing.
  const packages = entries.filter(({ entry }) => exportsOf(entry, program, checker).length > 0)
  const pages = packages.map(each => [`${each.page}.md`, packagePage(each, program, checker)])
  return formatted(new Map([['README.md', indexPage(packages)], ...pages]))
}

const block = /^```ts\n([\s\S]*?)\n```$/gm

/** Formats the code of all pages with Biome, in one run, because most of the time is spent on starting it. */
function formatted(pages) {
  const codes = [...pages.values()].flatMap(text => [...text.matchAll(block)].map(([, code]) => code))
  const divider = '// ----'
  const words = [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--stdin-file-path=reference.d.ts']
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: root,
    input: codes.join(`\n${divider}\n`),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`Biome ended with ${status}: ${stderr}`)
  const results = stdout.split(`${divider}\n`).values()
  return new Map(
    [...pages].map(([name, text]) => [
      name,
      text.replace(block, () => `\`\`\`ts\n${results.next().value.trim()}\n\`\`\``),
    ]),
  )
}

function readPackages() {
  const workspaces = readdirSync(join(root, 'packages')).filter(workspace =>
    existsSync(join(root, 'packages', workspace, 'src/index.ts')),
  )
  return workspaces.sort().flatMap(workspace => {
    const folder = join(root, 'packages', workspace)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const entries = Object.entries(manifest.exports).filter(([, { types }]) => types !== undefined)
    return entries.map(([subpath, { types }]) => {
      const entry = join(folder, types)
      if (!existsSync(entry)) throw new Error(`${entry} is not there: build first`)
      const name = manifest.name + subpath.slice(1)
      return {
        page: workspace + subpath.slice(1).replaceAll('/', '-'),
        entry,
        name,
        description: purposeOf(folder, types) ?? manifest.description,
      }
    })
  })
}

/** The comment that the source of an entry begins with, which says what the entry is for. */
function purposeOf(folder, types) {
  const source = join(folder, types.replace('dist/', 'src/').replace(/\.d\.ts$/, '.ts'))
  return /^\/\/ (.+)/.exec(readFileSync(source, 'utf8'))?.[1]
}

function indexPage(packages) {
  const rows = packages.map(
    ({ page, name, description }) => `| [\`${name}\`](${page}.md) | ${description.replaceAll('|', '\\|')} |`,
  )
  return page('Reference', [
    'What the packages export. These pages are made from the docstrings of the code by `node scripts/reference.mjs`.',
    ['| package | what it is |', '|---|---|', ...rows].join('\n'),
  ])
}

const exportsOf = (entry, program, checker) =>
  checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)))

function packagePage({ name, description, entry }, program, checker) {
  const exported = exportsOf(entry, program, checker).map(symbol => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    return { name: symbol.name, target }
  })
  exported.sort((a, b) => (a.name < b.name ? -1 : 1))
  const sections = [description, 'Made from the docstrings by `node scripts/reference.mjs`; not to be edited by hand.']
  const told = new Set()
  for (const [title, flags] of groups) {
    const members = exported.filter(each => !told.has(each) && (each.target.flags & flags) !== 0)
    if (members.length === 0) continue
    sections.push(`## ${title}`)
    for (const member of members) {
      told.add(member)
      sections.push(...describe(member, checker))
    }
  }
  const untold = exported.filter(each => !told.has(each))
  if (untold.length > 0) throw new Error(`${name}: no place for ${untold.map(each => each.name).join(', ')}`)
  return page(name, sections)
}

function describe({ name, target }, checker) {
  const doc = docOf(target, checker)
  const head = [`### ${name}`, ...(doc === '' ? [] : [doc])]
  if (target.flags & ts.SymbolFlags.ValueModule) return [...head, namespaceList(name, target, checker)]
  const seen = new Set(target.declarations.map(declarationText))
  return [...head, `\`\`\`ts\n${[...seen].join('\n\n')}\n\`\`\``]
}

function namespaceList(name, module, checker) {
  const values = checker.getExportsOfModule(module).filter(each => !(each.flags & ts.SymbolFlags.TypeAlias))
  const lines = values
    .filter(each => (each.flags & ts.SymbolFlags.Interface) === 0)
    .map(each => `- \`${name}.${each.name}\`: ${docOf(each, checker)}`)
  return lines.sort().join('\n')
}

function docOf(symbol, checker) {
  return plainLinks(ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim())
}

const plainLinks = text => text.replace(/\{@link\s+([^}\s]+)\s*\}/g, '`$1`')

/** A declaration as it was emitted, without its own docstring, but with the docstrings of its members. */
function declarationText(declaration) {
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  const text = statement.getText().replace(/\r\n/g, '\n').replaceAll('\t', '    ')
  return (
    plainLinks(text)
      .replace(/^export /, '')
      .replace(/^declare /, '')
      // Inferred types name the file of a type.
      .replace(/\bimport\((?:"[^"]*"|'[^']*')\)\./g, '')
      .replace(/;$/, '')
      .replace(/^( {4})+/gm, indent => ' '.repeat(indent.length / 2))
      .replace(/^(?!\s*(?:\/\*\*|\*)\s)(.*);$/gm, '$1')
  )
}

function page(title, sections) {
  return `# ${title}\n\n${sections.join('\n\n')}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const pages = referencePages()
  mkdirSync(referenceFolder, { recursive: true })
  for (const name of readdirSync(referenceFolder)) if (!pages.has(name)) rmSync(join(referenceFolder, name))
  for (const [name, text] of pages) writeFileSync(join(referenceFolder, name), text)
  console.log(`${pages.size} pages in docs/reference`)
}
