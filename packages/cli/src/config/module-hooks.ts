import { existsSync, readFileSync } from 'node:fs'
import { createRequire, type LoadFnOutput, type ResolveFnOutput } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Whether a module specifier is a path, not the name of a package. */
const isPath = (specifier: string): boolean => /^\.{0,2}\//.test(specifier)

/** The query parameter of the URL of a module that belongs to one load of a configuration. */
export const LOAD_PARAMETER = 'platen-load'

const STRIPPED = new Set(['.ts', '.mts'])
const SOURCE_OF: Readonly<Record<string, string>> = { '.js': '.ts', '.mjs': '.mts' }

/** The used part of the context of a Node module hook. */
export interface ResolveContext {
  readonly parentURL?: string | undefined
}

/** The error that the type stripper throws. */
interface StripError {
  readonly message: string
  readonly snippet?: string
  readonly startLine?: number
  readonly startColumn?: number
}

interface TypeStripper {
  transformSync(source: string, options: { readonly mode: 'strip-only'; readonly filename: string }): { code: string }
}

let stripper: TypeStripper | undefined

/**
 * Hooks of Node's module loader for the modules of a configuration. A module inherits the query parameter of the module
 * that imports it by a relative path, so that every load evaluates it again, and types are stripped from TypeScript.
 * The hooks are synchronous and return the result of the next hook, so that they work in Node's synchronous and
 * asynchronous loaders. `onModule` receives the URL of every module.
 */
export function createModuleHooks(onModule: (url: string) => void) {
  return {
    resolve<R>(specifier: string, context: ResolveContext, next: (specifier: string) => R): R | ResolveFnOutput {
      const load = loadOf(context.parentURL)
      if (load === undefined || !isPath(specifier)) return next(specifier)
      const written = new URL(specifier, context.parentURL)
      const url = existingUrl(written)
      if (url === undefined) {
        // The next hook throws, but the watcher of the configuration must know when the module appears.
        onModule(written.href)
        return next(specifier)
      }
      url.searchParams.set(LOAD_PARAMETER, load)
      return { url: url.href, shortCircuit: true }
    },
    load<R>(url: string, _context: unknown, next: (url: string) => R): R | LoadFnOutput {
      if (loadOf(url) === undefined) return next(url)
      onModule(url)
      const path = fileURLToPath(url)
      return isTypeScript(path) ? strippedModule(path) : next(url)
    },
  }
}

/**
 * Hooks that let Node import TypeScript: types are stripped from the modules outside of packages, and a relative import of
 * `./name.js` finds `name.ts`. See `createModuleHooks`.
 */
export function createTypeScriptHooks() {
  return {
    resolve<R>(specifier: string, context: ResolveContext, next: (specifier: string) => R): R | ResolveFnOutput {
      const { parentURL = '' } = context
      if (!isOwn(parentURL) || !isPath(specifier)) return next(specifier)
      const url = existingUrl(new URL(specifier, parentURL))
      return url !== undefined && isTypeScript(url.pathname) ? { url: url.href, shortCircuit: true } : next(specifier)
    },
    load<R>(url: string, _context: unknown, next: (url: string) => R): R | LoadFnOutput {
      return isOwn(url) && isTypeScript(new URL(url).pathname) ? strippedModule(fileURLToPath(url)) : next(url)
    },
  }
}

const isOwn = (url: string): boolean => url.startsWith('file:') && !url.includes('/node_modules/')
const isTypeScript = (path: string): boolean => STRIPPED.has(extname(path))

const strippedModule = (path: string): LoadFnOutput => ({
  format: 'module',
  source: stripTypes(readFileSync(path, 'utf8'), path),
  shortCircuit: true,
})

/**
 * Removes types and preserves the line and column of everything else; throws a `SyntaxError` that begins with the
 * location.
 */
export function stripTypes(source: string, path: string): string {
  stripper ??= createRequire(import.meta.url)('@swc/wasm-typescript') as TypeStripper
  try {
    return stripper.transformSync(source, { mode: 'strip-only', filename: path }).code
  } catch (error) {
    const { message, snippet = '', startLine = 1, startColumn = 0 } = error as StripError
    throw new SyntaxError(`${path}:${startLine}:${startColumn + 1}: ${message}\n${snippet.trimEnd()}`)
  }
}

const loadOf = (url: string | undefined): string | undefined =>
  url?.startsWith('file:') && url.includes(LOAD_PARAMETER)
    ? (new URL(url).searchParams.get(LOAD_PARAMETER) ?? undefined)
    : undefined

/** The URL of a file that exists: that of the specifier, or of the TypeScript that it is compiled from. */
function existingUrl(url: URL): URL | undefined {
  if (existsSync(url)) return url
  const extension = extname(url.pathname)
  const source = new URL(url)
  source.pathname = url.pathname.slice(0, -extension.length) + SOURCE_OF[extension]
  return extension in SOURCE_OF && existsSync(source) ? source : undefined
}
