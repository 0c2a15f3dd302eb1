import type { PackageManager } from './package-manager.js'

/** The options of a new project. */
export interface ProjectOptions {
  /** The folder: a new one, or an empty one. It may contain `.git`, which does not change. */
  readonly folder: string
  /** `cms` by default. */
  readonly dialect?: 'cms' | 'wp'
  /** `ts` by default. */
  readonly language?: 'ts' | 'js'
  /** The package manager whose commands the files name; npm by default. */
  readonly packageManager?: PackageManager
  /**
   * The paths of the tarballs of packages, by their names, which the project uses instead of published versions. They are
   * copied to its folder `vendor`.
   */
  readonly tarballs?: Readonly<Record<string, string>>
}
