/** The Node functions that folders of plugins need. Sites without such folders can run without a file system. */
export async function nodeFiles() {
  const [fs, path, url] = await Promise.all([import('node:fs/promises'), import('node:path'), import('node:url')])
  return { ...fs, ...path, fileURLToPath: url.fileURLToPath, pathToFileURL: url.pathToFileURL }
}

export type NodeFiles = Awaited<ReturnType<typeof nodeFiles>>
