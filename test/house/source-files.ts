import ts from 'typescript-api'
import type { TextFile } from './workspace.js'

const longest = 400

/** Names of folders that say nothing: their files belong elsewhere. */
const namelessFolder = /^(?:utils?|helpers?|misc|common)$/
/** Bundles are beside the modules directly in `src`, but not beside those in its folders. */
const foundByPlace = /(?<!createRequire\()\bimport\.meta\.url\b/
const unfinished = /\b(?:TODO|FIXME)\b|@ts-(?:ignore|nocheck|expect-error)/

/** Reports which sources are too long, badly named or unfinished. */
export function sourceComplaints(files: readonly TextFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const complaints: string[] = []
    const lines = text.replace(/\n$/, '').split('\n')
    if (lines.length > longest) complaints.push(`${path}: ${lines.length} lines, ${longest} are the most`)
    for (const part of path.split('/').map(name => name.replace(/\.\w+$/, ''))) {
      if (namelessFolder.test(part)) complaints.push(`${path}: ${part} is a name that says nothing`)
      if (!/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(part)) complaints.push(`${path}: ${part} is not in kebab-case`)
    }
    lines.forEach((line, index) => {
      if (unfinished.test(line)) complaints.push(`${path}:${index + 1}: ${line.trim()}`)
      const isCode = !/^\s*(?:\/\/|\/?\*)/.test(line)
      if (isCode && path.includes('/') && foundByPlace.test(line))
        complaints.push(`${path}:${index + 1}: finds a file by the place of this module, whose bundle is elsewhere`)
    })
    return complaints
  })
}

/** How many lines of code there are, without imports, exports from elsewhere, comments on lines of their own and empty ones. */
export function countCodeLines(files: readonly TextFile[]): number {
  const lines = files.flatMap(file => file.text.split('\n'))
  return lines.filter(line => !/^\s*(?:\/\/|\/?\*|$|import |export .* from )/.test(line)).length
}

/** Says where emitted declarations have the type `any`. */
export const anyComplaints = (files: readonly TextFile[]): string[] =>
  complaintsAbout(files, node => node.kind === ts.SyntaxKind.AnyKeyword)

/** Says where sources cast: `value as Type`, but for `as const`. */
export const castComplaints = (files: readonly TextFile[]): string[] =>
  complaintsAbout(files, node => ts.isAsExpression(node) && !ts.isConstTypeReference(node.type))

/** Reports where sources cast the arguments of a handler, whose types derive from its endpoint. */
export const requestCastComplaints = (files: readonly TextFile[]): string[] =>
  complaintsAbout(files, node => ts.isAsExpression(node) && node.type.getText() === 'HandlerRequest')

function complaintsAbout(files: readonly TextFile[], isRefused: (node: ts.Node) => boolean): string[] {
  return files.flatMap(({ path, text }) => {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
    const complaints: string[] = []
    const visit = (node: ts.Node): void => {
      if (isRefused(node)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart())
        complaints.push(`${path}:${line + 1}: ${text.split('\n')[line]?.trim()}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
    return complaints
  })
}
