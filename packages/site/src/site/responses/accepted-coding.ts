/** A content coding that responses can be sent in. */
export type Coding = 'br' | 'gzip'

/** In order of preference. */
const CODINGS: readonly Coding[] = ['br', 'gzip']

/**
 * The coding that a client prefers by its `Accept-Encoding` header (RFC 9110, section 12.5.3), `br` if it has no
 * preference; `undefined` if it accepts neither.
 */
export function acceptedCoding(header: string | undefined): Coding | undefined {
  if (header === undefined || header === '') return undefined
  const weights = new Map<string, number>()
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';')
    const weight = parameters.map(each => each.trim().toLowerCase()).find(each => each.startsWith('q='))
    const coding = name.trim().toLowerCase()
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  let best: Coding | undefined
  // An invalid weight counts as 0.
  for (const coding of CODINGS) if (weightOf(coding) > (best === undefined ? 0 : weightOf(best))) best = coding
  // The uncompressed form is acceptable unless excluded, and preferred only if its own weight is greater.
  return best !== undefined && (weights.get('identity') ?? 0) > weightOf(best) ? undefined : best
}
