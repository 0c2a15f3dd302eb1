import { generate } from '../../generate.js'
import type { AfterFailure, Member, MembersWriter } from './member.js'
import { isPlain, writeJson } from './write-value.js'

/** Longer texts are not memoized. */
const SHORT = 64
/** A member that differs between records this many times in a row is no longer memoized. */
const MAX_MISSES = 8

/** Writes the value of a getter. Many members have the same value in consecutive records, so their JSON is memoized. */
function valueCode(index: number, head: string): string {
  const quoted = `${head}"`
  // Values that are no longer memoized are compared with an object, since comparing texts may flatten them.
  return `
  at = ${index}
  value = get${index}(record, view)
  if (any && value === last${index}) {
    json += piece${index}
    misses${index} = 0
  } else if (any && misses${index} < ${MAX_MISSES}) {
    text = writeJson(value)
    if (text !== undefined) {
      text = ${JSON.stringify(`,${head}`)} + text
      json += text
      if (typeof value !== 'object' && text.length < ${SHORT}) {
        last${index} = value
        piece${index} = text
      }
    }
    misses${index} += 1
    if (misses${index} === ${MAX_MISSES}) last${index} = unknown
  } else if (typeof value === 'string' && isPlain(value)) {
    json += any ? ${JSON.stringify(`,${quoted}`)} : ${JSON.stringify(quoted)}
    json += value
    json += '"'
    any = true
  } else {
    text = writeJson(value)
    if (text !== undefined) {
      json += any ? ${JSON.stringify(`,${head}`)} : ${JSON.stringify(head)}
      json += text
      any = true
    }
  }`
}

function textCode(index: number, head: string): string {
  return `
  at = ${index}
  text = text${index}(record, view, onError)
  if (text !== undefined) {
    json += any ? ${JSON.stringify(`,${head}`)} : ${JSON.stringify(head)}
    json += text
    any = true
  }`
}

/**
 * Generates a writer that is a quarter faster than one that iterates over the members. Undefined where code generation
 * is disallowed.
 */
export function generateMembersWriter<R, V>(
  members: readonly Member<R, V>[],
  afterFailure: AfterFailure<R, V>,
): MembersWriter<R, V> | undefined {
  const given: Record<string, unknown> = { isPlain, writeJson, afterFailure }
  let state = ''
  let code = ''
  members.forEach((member, index) => {
    const head = `${JSON.stringify(member.name)}:`
    if ('text' in member) {
      given[`text${index}`] = member.text
      code += textCode(index, head)
    } else {
      given[`get${index}`] = member.get
      state += `let last${index} = unknown, piece${index} = '', misses${index} = 0\n`
      code += valueCode(index, head)
    }
  })
  return generate(
    given,
    `const unknown = {}
${state}
return (record, view, onError) => {
  let json = '', any = false, at = -1, value, text
  try {${code}
  } catch (error) {
    return afterFailure(json, at, error, record, view, onError)
  }
  return json
}`,
  )
}
