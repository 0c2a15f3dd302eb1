/** What a bench file's `run` resolves with: one measured ratio and the goal it has to keep. */
export interface BenchResult {
  readonly name: string
  readonly ratio: number
  readonly goal: number
  /** Whether the ratio has to reach the goal or to stay under it. */
  readonly compare: 'at-least' | 'at-most'
  /** What was measured against what, with the plain figures. */
  readonly detail: string
}
