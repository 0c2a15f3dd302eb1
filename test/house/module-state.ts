import ts from 'typescript-api'
import type { TextFile } from './workspace.js'

/** Methods that change a collection. */
const CHANGES = new Set(['set', 'add', 'delete', 'clear', 'push', 'unshift', 'pop', 'shift', 'splice'])
/** Functions whose results exist to be changed. */
const STATEFUL = /^create\w*(?:Cache|Queue|Mutex|Budget|Texts|Sanitizer)$/

/** Names the mutable variables of modules: state belongs to a site, a registry, a store or a server. */
export function moduleState(files: readonly TextFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
    const changed = changedNames(source)
    return source.statements
      .filter(ts.isVariableStatement)
      .filter(({ modifiers }) => !modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword))
      .flatMap(({ declarationList }) =>
        declarationList.declarations
          .filter(each => {
            const isLet = (declarationList.flags & ts.NodeFlags.Const) === 0
            const { initializer: value, name } = each
            // A name of a function is also that of a collection elsewhere.
            const isOther = value !== undefined && (ts.isArrowFunction(value) || ts.isCallExpression(value))
            return isLet || isStateful(value) || (!isOther && changed.has(name.getText()))
          })
          .map(({ name }) => `${path}: ${name.getText()}`),
      )
  })
}

const isStateful = (value: ts.Expression | undefined): boolean =>
  value !== undefined &&
  ((ts.isCallExpression(value) && STATEFUL.test(value.expression.getText())) ||
    (ts.isNewExpression(value) && /^(?:Weak|LRU)/.test(value.expression.getText())))

/** The names on which methods that change collections are called, and to whose members something is assigned. */
function changedNames(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression
      if (CHANGES.has(name.text) && ts.isIdentifier(expression)) names.add(expression.text)
    }
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) {
      const { left } = node
      const isMember = ts.isPropertyAccessExpression(left) || ts.isElementAccessExpression(left)
      // The position of a regular expression is set before each search.
      const isPosition = ts.isPropertyAccessExpression(left) && left.name.text === 'lastIndex'
      if (isMember && !isPosition && ts.isIdentifier(left.expression)) names.add(left.expression.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
