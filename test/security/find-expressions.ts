import { dirname, resolve } from 'node:path'
import ts from 'typescript-api'

/** A regular expression of the sources. */
export interface FoundExpression {
  /** The file, and the line. */
  readonly place: string
  readonly file: string
  readonly source: string
  readonly flags: string
}

/** One whose text is made when the program runs. */
export interface DynamicExpression {
  readonly place: string
  readonly file: string
  /** The call that makes it, as it is written. */
  readonly call: string
}

/** Methods of texts that make a regular expression of a text. */
const MAKING = new Set(['match', 'matchAll', 'search'])

/**
 * Finds the regular expressions of sources, by their paths: literals, and those that calls make of texts known without
 * running the program: texts, templates and sums of constants, here or imported, and sources of other expressions.
 */
export function findExpressions(files: ReadonlyMap<string, string>): {
  readonly found: readonly FoundExpression[]
  readonly dynamic: readonly DynamicExpression[]
} {
  const parsed = new Map<string, ts.SourceFile>()
  for (const [path, text] of files) parsed.set(path, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  const found: FoundExpression[] = []
  const dynamic: DynamicExpression[] = []

  for (const [file, source] of parsed) {
    const placeOf = (node: ts.Node) => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) found.push({ place: placeOf(node), file, ...divide(node.text) })
      const made = madeOf(node)
      if (made !== undefined) {
        const text = made.text === undefined ? '' : constant(made.text, source)
        const flags = made.flags === undefined ? '' : constant(made.flags, source)
        if (text !== undefined && flags !== undefined) found.push({ place: placeOf(node), file, source: text, flags })
        else dynamic.push({ place: placeOf(node), file, call: node.getText().replace(/\s+/g, ' ') })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return { found, dynamic }

  function constant(node: ts.Node, source: ts.SourceFile): string | undefined {
    if (ts.isStringLiteralLike(node)) return node.text
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return constant(node.expression, source)
    if (ts.isTemplateExpression(node)) {
      const parts = node.templateSpans.map(span => {
        const value = constant(span.expression, source)
        return value === undefined ? undefined : value + span.literal.text
      })
      return parts.includes(undefined) ? undefined : node.head.text + parts.join('')
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      const [left, right] = [constant(node.left, source), constant(node.right, source)]
      return left === undefined || right === undefined ? undefined : left + right
    }
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') {
      const value = meaningOf(node.expression, source)
      return value !== undefined && ts.isRegularExpressionLiteral(value.node)
        ? divide(value.node.text).source
        : undefined
    }
    const value = meaningOf(node, source)
    return value === undefined || value.node === node ? undefined : constant(value.node, value.source)
  }

  /** What a name stands for: the value of a constant at the top of its file, or of the file that it is imported from. */
  function meaningOf(node: ts.Node, source: ts.SourceFile): { node: ts.Node; source: ts.SourceFile } | undefined {
    if (!ts.isIdentifier(node)) return { node, source }
    for (const statement of source.statements) {
      if (ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) !== 0) {
        const declared = statement.declarationList.declarations.find(each => each.name.getText() === node.text)
        if (declared?.initializer !== undefined) return { node: declared.initializer, source }
      }
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
      const names = statement.importClause?.namedBindings
      if (names === undefined || !ts.isNamedImports(names)) continue
      const imported = names.elements.find(each => each.name.text === node.text)
      if (imported === undefined) continue
      const path = resolve('/', dirname(source.fileName), statement.moduleSpecifier.text).slice(1)
      const other = parsed.get(path.replace(/\.js$/, '.ts'))
      return other === undefined ? undefined : meaningOf(imported.propertyName ?? imported.name, other)
    }
    return undefined
  }
}

/** The arguments of a call that makes a regular expression. */
function madeOf(node: ts.Node): { text: ts.Node | undefined; flags: ts.Node | undefined } | undefined {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return undefined
  const [text, flags] = node.arguments ?? []
  if (node.expression.getText() === 'RegExp') return { text, flags }
  const isMethod = ts.isPropertyAccessExpression(node.expression) && MAKING.has(node.expression.name.text)
  return isMethod && text !== undefined && ts.isStringLiteralLike(text) ? { text, flags: undefined } : undefined
}

/** A literal, taken apart. */
function divide(literal: string): { source: string; flags: string } {
  const end = literal.lastIndexOf('/')
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) }
}
