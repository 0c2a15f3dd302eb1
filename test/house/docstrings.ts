import { sep } from 'node:path'
import ts from 'typescript-api'

/**
 * Returns the public exports without a docstring: everything that is reachable from the given declaration files,
 * including through re-exports. Exports of installed packages are ignored.
 */
export function docstringComplaints(entries: readonly string[], host?: ts.CompilerHost): string[] {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    noLib: true,
    types: [],
  }
  const program = ts.createProgram({ rootNames: entries, options, ...(host && { host }) })
  const checker = program.getTypeChecker()
  return entries.flatMap(entry => {
    const source = program.getSourceFile(entry)
    const module = source && checker.getSymbolAtLocation(source)
    if (module === undefined) return [`${entry}: no module with exports`]
    return checker.getExportsOfModule(module).flatMap(symbol => {
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      const declarations = target.declarations ?? []
      if (declarations.length === 0) return [`${entry}: ${symbol.name} leads nowhere`]
      if (declarations.every(isForeign)) return []
      const text = ts.displayPartsToString(target.getDocumentationComment(checker)).trim()
      return text === '' ? [`${declarations[0]?.getSourceFile().fileName}: ${symbol.name} has no docstring`] : []
    })
  })
}

function isForeign(declaration: ts.Declaration): boolean {
  return declaration.getSourceFile().fileName.split(sep).join('/').includes('/node_modules/')
}
