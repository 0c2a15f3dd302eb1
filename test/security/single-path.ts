import type { Expression } from './parse-expression.js'

/** Characters that stand for all: ASCII and Latin-1, every other white space, letters that ignore case oddly, and one more. */
const CODES = [
  ...Array.from({ length: 256 }, (_, code) => code),
  ...[0x17f, 0x1234, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x212a, 0x3000, 0xfeff],
  ...Array.from({ length: 11 }, (_, i) => 0x2000 + i),
]
const MOST_PLACES = 400
const MOST_WAYS = 1000

/** A character of an expression: which characters it takes, whether it repeats without bound, and what may come next. */
interface Place {
  readonly takes: ReadonlySet<number>
  loops: boolean
  readonly next: Set<Place>
}

/** A part of an expression: the places that it begins and ends with. */
interface Part {
  readonly first: ReadonlySet<Place>
  readonly last: ReadonlySet<Place>
  readonly isEmpty: boolean
}

const NOTHING: Part = { first: new Set(), last: new Set(), isEmpty: true }

/** Thrown for what this does not look into. */
const unsupported = new Error('not looked into')

/**
 * Whether a search for an expression is linear for a plain reason: from each position there is one way to go on at most
 * (nothing that repeats can be taken in two ways), and either the expression is tried at the start of the text alone, or what
 * it repeats without bound takes nothing that a match begins with, so that the tries hardly overlap. `false` says nothing.
 */
export function hasSinglePath(expression: Expression, flags: string): boolean {
  try {
    return judge(expression, flags)
  } catch (error) {
    if (error === unsupported) return false
    throw error
  }
}

function judge(expression: Expression, flags: string): boolean {
  const places: Place[] = []
  const whole = partOf(expression)
  // What does not loop is passed once: the ways multiply there, but their number does not depend on the text.
  const ways = places.reduce((product, { loops, next }) => product * (loops ? 1 : choices(next)), choices(whole.first))
  if (ways > MOST_WAYS || places.some(({ loops, next }) => loops && choices(next) > 1)) return false
  if (!flags.includes('m') && isAnchored(expression)) return true
  const begins = new Set([...whole.first].flatMap(place => [...place.takes]))
  return places.every(place => !place.loops || ![...place.takes].some(code => begins.has(code)))

  function partOf(part: Expression): Part {
    switch (part.kind) {
      case 'character':
        return placeOf(part.source)
      case 'assertion':
        return NOTHING
      case 'sequence':
        return part.items.map(partOf).reduce(join, NOTHING)
      case 'choice': {
        const options = part.options.map(partOf)
        return {
          first: new Set(options.flatMap(option => [...option.first])),
          last: new Set(options.flatMap(option => [...option.last])),
          isEmpty: options.some(option => option.isEmpty),
        }
      }
      case 'repeat':
        return repeated(part.body, part.min, part.max)
      default:
        throw unsupported
    }
  }

  function placeOf(source: string): Part {
    if (places.length >= MOST_PLACES || /[^\0-\x7f]|\\[upP]/.test(source)) throw unsupported
    const taken = new RegExp(`^(?:${source})$`, flags.replace(/[gym]/g, ''))
    const takes = new Set(CODES.filter(code => taken.test(String.fromCharCode(code))))
    const place: Place = { takes, loops: false, next: new Set() }
    places.push(place)
    return { first: new Set([place]), last: new Set([place]), isEmpty: false }
  }

  /** `x{2,4}` is `xx(?:x(?:x)?)?`, and `x{2,}` is `xxx*`. */
  function repeated(body: Expression, min: number, max: number): Part {
    if (min > 0) return join(partOf(body), repeated(body, min - 1, max - 1))
    if (max === 0) return NOTHING
    if (max !== Number.POSITIVE_INFINITY) return { ...join(partOf(body), repeated(body, 0, max - 1)), isEmpty: true }
    const from = places.length
    const inner = partOf(body)
    for (const place of places.slice(from)) place.loops = true
    for (const place of inner.last) for (const next of inner.first) place.next.add(next)
    return { ...inner, isEmpty: true }
  }
}

function join(before: Part, after: Part): Part {
  for (const place of before.last) for (const next of after.first) place.next.add(next)
  return {
    first: before.isEmpty ? new Set([...before.first, ...after.first]) : before.first,
    last: after.isEmpty ? new Set([...before.last, ...after.last]) : after.last,
    isEmpty: before.isEmpty && after.isEmpty,
  }
}

/** By how many of the places one character can be taken at most. */
function choices(next: ReadonlySet<Place>): number {
  const counts = new Map<number, number>()
  for (const { takes } of next) for (const code of takes) counts.set(code, (counts.get(code) ?? 0) + 1)
  return Math.max(1, ...counts.values())
}

function isAnchored(expression: Expression): boolean {
  if (expression.kind === 'assertion') return expression.source === '^'
  if (expression.kind === 'sequence')
    return expression.items.length > 0 && isAnchored(expression.items[0] as Expression)
  return expression.kind === 'choice' && expression.options.every(isAnchored)
}
