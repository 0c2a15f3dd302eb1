import { sourceFiles, workspacePackages } from '../house/workspace.js'

/** The sources of all packages, by their paths below the repository's folder. */
export function workspaceFiles(): ReadonlyMap<string, string> {
  return new Map(
    workspacePackages().flatMap(({ workspace, folder }) =>
      sourceFiles(folder).map(({ path, text }) => [`packages/${workspace}/src/${path}`, text] as const),
    ),
  )
}
