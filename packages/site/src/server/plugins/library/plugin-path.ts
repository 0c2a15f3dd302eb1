const MAX_LENGTH = 500

/** Whether a path names a file within a package: relative, with `/` between folders, and never upwards. */
export const isPackagePath = (path: string): boolean =>
  path.length <= MAX_LENGTH &&
  !/[\\\0:]/.test(path) &&
  path.split('/').every(part => part !== '' && part !== '.' && part !== '..')
