/** The result of a bench file's `run`: one measured ratio and its goal. */
export interface BenchResult {
  readonly name: string
  readonly ratio: number
  readonly goal: number
  /** Whether the ratio has to reach the goal or to stay under it. */
  readonly compare: 'at-least' | 'at-most'
  /** The compared measurements, with the raw figures. */
  readonly detail: string
}
