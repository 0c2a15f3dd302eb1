/** What a project is created with. */
export interface ProjectOptions {
  /** The folder: a new one, or an empty one. A `.git` in it is left alone. */
  readonly folder: string
  /** `cms` by default. */
  readonly dialect?: 'cms' | 'wp'
  /** `ts` by default. */
  readonly language?: 'ts' | 'js'
}
