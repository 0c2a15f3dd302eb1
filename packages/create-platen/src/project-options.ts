/** The options of a new project. */
export interface ProjectOptions {
  /** The folder: a new one, or an empty one. It may contain `.git`, which does not change. */
  readonly folder: string
  /** `cms` by default. */
  readonly dialect?: 'cms' | 'wp'
  /** `ts` by default. */
  readonly language?: 'ts' | 'js'
}
