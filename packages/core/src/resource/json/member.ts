/** Receives errors of the getter of a field (`content.rendered`) for a record. The field is shown without it. */
export type OnFieldError<R> = (error: unknown, field: string, record: R) => void

/** Writes a part of a record as JSON; `undefined` leaves it out. */
export type Writer<R, V> = (record: R, view: V, onError: OnFieldError<R>) => string | undefined

/** A member of an object whose value a getter computes. */
export interface GotMember<R, V> {
  readonly name: string
  readonly get: (record: R, view: V) => unknown
  /** Names the value in error reports. */
  readonly path: string
  /** The value that is written if the getter throws. */
  readonly empty: unknown
}

/** A member of an object, with its getter or its writer. */
export type Member<R, V> = GotMember<R, V> | { readonly name: string; readonly text: Writer<R, V> }

/** Writes the members of an object without its braces. */
export type MembersWriter<R, V> = (record: R, view: V, onError: OnFieldError<R>) => string

/** Completes the JSON of an object after the getter of the member at an index has thrown. */
export type AfterFailure<R, V> = (
  json: string,
  index: number,
  error: unknown,
  ...of: Parameters<MembersWriter<R, V>>
) => string
