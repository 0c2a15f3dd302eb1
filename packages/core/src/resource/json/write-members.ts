import type { GotMember, Member, MembersWriter, OnFieldError, Writer } from './member.js'
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

/** Longer texts are not kept: two records rarely have the same. */
const SHORT = 64

/** Creates the writer of a member with its name. Many members have the same value in consecutive records. */
function memberWriter<R, V>(member: Member<R, V>): Writer<R, V> {
  const head = `${JSON.stringify(member.name)}:`
  const named = (text: string | undefined) => (text === undefined ? undefined : head + text)
  if ('text' in member) return (record, view, onError) => named(member.text(record, view, onError))
  let last: unknown
  let written: string | undefined
  return (record, view, onError) => {
    try {
      const value = member.get(record, view)
      if (value === last) return written
      const text = named(writeJson(value))
      if (typeof value === 'object' || text === undefined || text.length > SHORT) return text
      last = value
      written = text
      return text
    } catch (error) {
      return named(writeFailed(member, error, record, onError))
    }
  }
}

/** Creates the writer of the members of an object. */
export function membersWriter<R, V>(members: readonly Member<R, V>[]): MembersWriter<R, V> {
  const writers = members.map(memberWriter)
  return (record, view, onError) => {
    let json = ''
    for (let index = 0; index < writers.length; index++) {
      const text = (writers[index] as Writer<R, V>)(record, view, onError)
      if (text === undefined) continue
      if (json !== '') json += ','
      json += text
    }
    return json
  }
}
