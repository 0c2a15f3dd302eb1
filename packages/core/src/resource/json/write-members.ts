import { writeJson } from './write-value.js'

/** Receives what the getter of a field (`content.rendered`) throws for a record. The field is shown without it. */
export type OnFieldError<R> = (error: unknown, field: string, record: R) => void

/** Writes a part of a record as JSON; `undefined` leaves it out. */
export type Writer<R, V> = (record: R, view: V, onError: OnFieldError<R>) => string | undefined

/** Writes the value of a getter; where it throws, the error is reported as one of `path`, and `empty` is written. */
export function valueWriter<R, V>(get: (record: R, view: V) => unknown, path: string, empty: unknown): Writer<R, V> {
  const emptyText = writeJson(empty)
  return (record, view, onError) => {
    try {
      return writeJson(get(record, view))
    } catch (error) {
      onError(error, path, record)
      return emptyText
    }
  }
}

/** Writes the members of an object without its braces. */
export function membersWriter<R, V>(
  members: readonly { readonly name: string; readonly text: Writer<R, V> }[],
): (record: R, view: V, onError: OnFieldError<R>) => string {
  const texts = members.map(({ text }) => text)
  const heads = members.map(({ name }) => `${JSON.stringify(name)}:`)
  const further = heads.map(head => `,${head}`)
  return (record, view, onError) => {
    let json = ''
    for (let index = 0; index < texts.length; index++) {
      const written = (texts[index] as Writer<R, V>)(record, view, onError)
      if (written !== undefined) json += (json === '' ? heads[index] : further[index]) + written
    }
    return json
  }
}
