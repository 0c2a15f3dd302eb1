import { generateLater } from '../../generate.js'
import { generateMembersWriter } from './generate-members.js'
import type { AfterFailure, GotMember, Member, MembersWriter, OnFieldError } from './member.js'
import { writeJson } from './write-value.js'

/** Reports the error of a getter, and writes the empty value. */
export function writeFailed<R, V>(
  { path, empty }: GotMember<R, V>,
  error: unknown,
  record: R,
  onError: OnFieldError<R>,
): string | undefined {
  onError(error, path, record)
  return writeJson(empty)
}

function writeMember<R, V>(member: Member<R, V>, record: R, view: V, onError: OnFieldError<R>): string | undefined {
  if ('text' in member) return member.text(record, view, onError)
  try {
    return writeJson(member.get(record, view))
  } catch (error) {
    return writeFailed(member, error, record, onError)
  }
}

/** Creates the writer of the members of an object. */
export function membersWriter<R, V>(members: readonly Member<R, V>[]): MembersWriter<R, V> {
  const heads = members.map(({ name }) => `${JSON.stringify(name)}:`)
  const add = (json: string, index: number, text: string | undefined): string =>
    text === undefined ? json : `${json}${json === '' ? '' : ','}${heads[index]}${text}`
  const proceed = (
    start: string,
    from: number,
    ...[record, view, onError]: Parameters<MembersWriter<R, V>>
  ): string => {
    let json = start
    for (let index = from; index < members.length; index++)
      json = add(json, index, writeMember(members[index] as Member<R, V>, record, view, onError))
    return json
  }
  const afterFailure: AfterFailure<R, V> = (json, index, error, record, view, onError) => {
    const member = members[index]
    // Only reporting an error throws here.
    if (member === undefined || 'text' in member) throw error
    const failed = add(json, index, writeFailed(member, error, record, onError))
    return proceed(failed, index + 1, record, view, onError)
  }
  return generateLater(
    (record: R, view: V, onError: OnFieldError<R>) => proceed('', 0, record, view, onError),
    () => generateMembersWriter(members, afterFailure),
  )
}
