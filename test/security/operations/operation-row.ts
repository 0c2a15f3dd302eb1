import type { As } from '@platen/site'
import type { Fixture } from './fixture.js'

/** Something that an operation refers to. */
export interface Reference {
  /** Prepares a call that refers to a record, and its removal by somebody else. */
  readonly prepare: (fixture: Fixture) => Promise<{
    readonly call: (by: As) => Promise<unknown>
    readonly remove: () => Promise<unknown>
  }>
  /** The code of the refusal. */
  readonly code: string
  readonly status: number
}

/** An operation, and what it checks in its transaction. */
export interface OperationRow {
  readonly call: (fixture: Fixture, by: As) => Promise<unknown>
  /** The code for an actor who has lost all roles; `undefined` if it needs no right. */
  readonly demoted: string | undefined
  /** What it refers to. */
  readonly references?: Readonly<Record<string, Reference>>
}
