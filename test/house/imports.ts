import { posix } from 'node:path'
import ts from 'typescript-api'
import type { Manifest, TextFile } from './workspace.js'

/** The packages of this repository that each package may import. A new package needs an entry. */
const inward: Readonly<Record<string, readonly string[]>> = {
  core: [],
  rendering: ['core'],
  storage: ['core'],
  site: ['core', 'rendering', 'storage'],
  memory: ['storage'],
  sql: ['core', 'storage'],
  media: ['core', 'site', 'storage'],
  http: ['core', 'site'],
  fetch: ['core'],
  client: ['site'],
  console: ['core', 'site'],
  openid: ['core', 'site', 'storage'],
  mcp: ['core', 'site'],
  cli: ['core', 'rendering', 'storage', 'site', 'memory', 'sql', 'media', 'http', 'console', 'mcp'],
  'create-platen': [],
}

/** Packages that run in any JavaScript runtime, and their files that use Node nevertheless. */
const anyRuntime: ReadonlyMap<string, RegExp | undefined> = new Map([
  ['core', undefined],
  ['rendering', undefined],
  ['storage', /^(?:driver-error\.ts|contract\/)/],
  ['fetch', undefined],
  ['client', undefined],
  ['console', undefined],
])
/** The innermost package may use only these two. */
const corePackages = new Set(['uuid', 'fast-json-stable-stringify'])
const nodeGlobals = new Set([
  'Buffer',
  'process',
  'require',
  'module',
  'global',
  'setImmediate',
  '__dirname',
  '__filename',
])

/** Reports where the sources of a package import outward, undeclared or, in core, something of Node. */
export function importComplaints(workspace: string, manifest: Manifest, files: readonly TextFile[]): string[] {
  const allowed = inward[workspace]
  if (allowed === undefined) return [`${workspace}: no rule says what it may import`]
  const declared = new Set(
    // The bundles of a package include the code that they use of its development dependencies.
    [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies, manifest.peerDependencies].flatMap(
      of => Object.keys(of ?? {}),
    ),
  )
  return files.flatMap(file => {
    const withoutNode = anyRuntime.has(workspace) && !anyRuntime.get(workspace)?.test(file.path)
    const wrong = importedModules(file).flatMap(name => {
      const reason = objection(name)
      return reason === undefined ? [] : [`${workspace}/${file.path}: imports ${name}: ${reason}`]
    })
    const globals = withoutNode
      ? usedGlobals(parse(file)).map(name => `${workspace}/${file.path}: uses Node's ${name}`)
      : []
    return [...wrong, ...globals]

    function objection(name: string): string | undefined {
      if (name.startsWith('.')) {
        return posix.join('src', posix.dirname(file.path), name).startsWith('src/') ? undefined : 'leaves its package'
      }
      if (name.startsWith('node:')) return withoutNode ? `${workspace} uses no Node API` : undefined
      // Which module is meant is up to the manifest, and to where the package runs.
      if (name.startsWith('#')) return name in (manifest.imports ?? {}) ? undefined : 'not in the manifest'
      const packageName = name.split('/', name.startsWith('@') ? 2 : 1).join('/')
      if (!declared.has(packageName)) return 'not a declared dependency'
      if (workspace === 'core' && !corePackages.has(packageName)) return 'not one of the packages core may use'
      if (!packageName.startsWith('@platen/')) return undefined
      return allowed?.includes(packageName.slice('@platen/'.length)) ? undefined : 'imports point inward only'
    }
  })
}

const parse = ({ path, text }: TextFile) => ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)

/** Cached results by text: several tests read the same files. */
const modulesByText = new Map<string, readonly string[]>()

/** The specifiers of modules that a file imports, including type-only imports. */
export function importedModules(file: TextFile): readonly string[] {
  const key = `${posix.extname(file.path)} ${file.text}`
  const found = modulesByText.get(key) ?? findModules(file)
  modulesByText.set(key, found)
  return found
}

function findModules(file: TextFile): string[] {
  const names: string[] = []
  visit(parse(file), node => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier)
    if (ts.isExternalModuleReference(node)) add(node.expression)
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0])
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'require') {
      add(node.arguments[0])
    }
  })
  return names

  function add(node: ts.Node | undefined): void {
    if (node !== undefined && ts.isStringLiteralLike(node)) names.push(node.text)
  }
}

function usedGlobals(source: ts.SourceFile): string[] {
  const declared = new Set<string>()
  const used = new Set<string>()
  visit(source, node => {
    if (!ts.isIdentifier(node) || !nodeGlobals.has(node.text)) return
    const { parent } = node
    if ('name' in parent && parent.name === node) {
      // A member of that name is not a variable; anything else with a name hides the global in this file.
      const isMember = ts.isPropertyAccessExpression(parent) || ts.isTypeElement(parent) || ts.isClassElement(parent)
      if (!isMember && !ts.isPropertyAssignment(parent)) declared.add(node.text)
    } else used.add(node.text)
  })
  return [...used].filter(name => !declared.has(name))
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node)
  ts.forEachChild(node, child => visit(child, see))
}
