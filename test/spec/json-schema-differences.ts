/** What is said otherwise than by the suite, the sentence of specification 4.13 that it contradicts, and the tests. */
export interface Difference {
  readonly sentence: string
  readonly reason: string
  readonly tests: readonly string[]
}

/** The list may only get shorter. */
export const differences: readonly Difference[] = [
  {
    sentence:
      'number: a number or numeric string; integer: an integer or a string without decimal part; boolean: true, false, 1, 0 and the same as strings',
    reason: 'Values come from query strings too.',
    tests: [
      'type.json: integer type matches integers: a string is still not an integer, even if it looks like one',
      'type.json: number type matches numbers: a string is still not a number, even if it looks like one',
      'type.json: boolean type matches booleans: an integer is not a boolean',
      'type.json: boolean type matches booleans: zero is not a boolean',
      'additionalProperties.json: additionalProperties can exist by itself: an additional invalid property is invalid',
      'additionalProperties.json: additionalProperties does not look in applicators: properties defined in allOf are not examined',
      'enum.json: enum with false does not match 0: integer zero is invalid',
      'enum.json: enum with false does not match 0: float zero is invalid',
      'enum.json: enum with true does not match 1: integer one is invalid',
      'enum.json: enum with true does not match 1: float one is invalid',
      'properties.json: properties with escaped characters: object with strings is invalid',
      'ref.json: refs with quote: object with strings is invalid',
      'items.json: nested items: nested array with invalid type',
    ],
  },
  {
    sentence: 'array: a list, or a string; a string is split on commas',
    reason: 'A list may be sent as text with commas.',
    tests: [
      'type.json: array type matches arrays: a string is not an array',
      'type.json: type: array or object: string is invalid',
      'type.json: type: array, object or null: string is invalid',
      'ref.json: ref overrides any sibling keywords: ref invalid',
    ],
  },
  {
    sentence: 'integer: an integer or a string without decimal part',
    reason: 'JavaScript does not tell 1.0 from 1.',
    tests: [
      'optional/zeroTerminatedFloats.json: some languages do not distinguish between different types of numeric value: a float is not an integer even without fractional part',
    ],
  },
  {
    sentence: 'format one of date-time, uri, email, ip, uuid, hex-color',
    reason: 'A format that is not known is refused at registration; the formats of draft 4 are known besides.',
    tests: [
      'optional/format/unknown.json: unknown format: unknown formats ignore integers',
      'optional/format/unknown.json: unknown format: unknown formats ignore floats',
      'optional/format/unknown.json: unknown format: unknown formats ignore objects',
      'optional/format/unknown.json: unknown format: unknown formats ignore arrays',
      'optional/format/unknown.json: unknown format: unknown formats ignore booleans',
      'optional/format/unknown.json: unknown format: unknown formats ignore nulls',
      'optional/format/unknown.json: unknown format: unknown formats ignore strings',
    ],
  },
  {
    sentence: 'any type: enum, default, required, oneOf and anyOf',
    reason: '`const` is a keyword of later drafts; one that is not known is refused at registration.',
    tests: [
      'optional/id.json: id inside an enum is not a real identifier: exact match to enum, and type matches',
      'optional/id.json: id inside an enum is not a real identifier: match $ref to id',
      'optional/id.json: id inside an enum is not a real identifier: no match on enum or $ref to id',
    ],
  },
  {
    sentence: 'Each parameter declares a type',
    reason: 'A parameter is declared by its schema alone: references to other documents are refused at registration.',
    tests: [
      'definitions.json: validate definition against metaschema: valid definition schema',
      'definitions.json: validate definition against metaschema: invalid definition schema',
      'ref.json: remote ref, containing refs itself: remote ref valid',
      'ref.json: remote ref, containing refs itself: remote ref invalid',
      'refRemote.json: remote ref: remote ref valid',
      'refRemote.json: remote ref: remote ref invalid',
      'refRemote.json: fragment within remote ref: remote fragment valid',
      'refRemote.json: fragment within remote ref: remote fragment invalid',
      'refRemote.json: ref within remote ref: ref within ref valid',
      'refRemote.json: ref within remote ref: ref within ref invalid',
      'refRemote.json: base URI change: base URI change ref valid',
      'refRemote.json: base URI change: base URI change ref invalid',
      'refRemote.json: base URI change - change folder: number is valid',
      'refRemote.json: base URI change - change folder: string is invalid',
      'refRemote.json: base URI change - change folder in subschema: number is valid',
      'refRemote.json: base URI change - change folder in subschema: string is invalid',
      'refRemote.json: root ref in remote ref: string is valid',
      'refRemote.json: root ref in remote ref: null is valid',
      'refRemote.json: root ref in remote ref: object is invalid',
      'refRemote.json: Location-independent identifier in remote ref: integer is valid',
      'refRemote.json: Location-independent identifier in remote ref: string is invalid',
    ],
  },
]
