import ts from 'typescript-api'
import type { TextFile } from './workspace.js'

/** The parts of a site that the pages of the console use besides its interface: cookies, nonces and names. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  site: ['call', 'sessions', 'context'],
  sessions: ['signIn', 'confirmPassword', 'renew', 'read', 'setCookies', 'clearCookies', 'nonce', 'checkNonce'],
  context: ['url', 'namespace', 'names', 'dialect'],
}
/** Prepares the site: for discovery, and with the routes that the pages call. */
const PREPARING = { path: 'create-console.ts', members: ['setConsolePages'] }

/** The entry of the site whose functions and values it imports. */
const ENTRY = "'@platen/site/console'"

/** The last name of an expression: `site` of `scope.site`. */
const nameOf = (node: ts.Expression): string =>
  ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : ''

/** Where the console uses a site in another way than through its interface. */
export function consoleComplaints(files: readonly TextFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const complaints: string[] = []
    const check = (of: string, member: string) => {
      const allowed = MEMBERS[of]
      if (allowed === undefined || allowed.includes(member)) return
      if (of === 'site' && path === PREPARING.path && PREPARING.members.includes(member)) return
      complaints.push(`${path}: uses ${of}.${member}`)
    }
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAccessExpression(node)) check(nameOf(node.expression), node.name.text)
      if (ts.isElementAccessExpression(node) && nameOf(node.expression) in MEMBERS)
        complaints.push(`${path}: uses a computed member of ${nameOf(node.expression)}`)
      if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name) && node.initializer)
        for (const { propertyName, name } of node.name.elements)
          check(nameOf(node.initializer), (propertyName ?? name).getText())
      if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.name))
        for (const inner of node.name.elements)
          check((node.propertyName ?? node.name).getText(), (inner.propertyName ?? inner.name).getText())
      ts.forEachChild(node, visit)
    }
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    visit(source)
    for (const statement of source.statements) {
      if (!ts.isImportDeclaration(statement)) continue
      const entry = statement.moduleSpecifier.getText()
      if (!entry.startsWith("'@platen/site") || entry === ENTRY) continue
      const { importClause: clause } = statement
      if (clause === undefined || clause.isTypeOnly) continue
      const { namedBindings: bindings } = clause
      if (bindings === undefined || !ts.isNamedImports(bindings)) complaints.push(`${path}: imports all of the site`)
      else
        for (const { isTypeOnly, name } of bindings.elements)
          if (!isTypeOnly) complaints.push(`${path}: imports ${name.text} of the site`)
    }
    return complaints
  })
}
