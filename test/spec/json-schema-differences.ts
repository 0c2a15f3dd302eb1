/** A reason for saying something else than the suite, and the tests it is about. The lists may only get shorter. */
export interface Difference {
  readonly reason: string
  readonly tests: readonly string[]
}

export const differences: readonly Difference[] = [
  {
    reason:
      'A number, a boolean and an integer may be sent as text, a boolean as 1 and 0: values come from query strings too.',
    tests: [
      'type.json: integer type matches integers: a string is still not an integer, even if it looks like one',
      'type.json: number type matches numbers: a string is still not a number, even if it looks like one',
      'type.json: boolean type matches booleans: an integer is not a boolean',
      'type.json: boolean type matches booleans: zero is not a boolean',
      'additionalProperties.json: additionalProperties can exist by itself: an additional invalid property is invalid',
      'enum.json: enum with false does not match 0: integer zero is invalid',
      'enum.json: enum with false does not match 0: float zero is invalid',
      'enum.json: enum with true does not match 1: integer one is invalid',
      'enum.json: enum with true does not match 1: float one is invalid',
      'properties.json: properties with escaped characters: object with strings is invalid',
      'items.json: nested items: nested array with invalid type',
    ],
  },
  {
    reason: 'A list may be sent as text with commas or as a lone value.',
    tests: [
      'type.json: array type matches arrays: an integer is not an array',
      'type.json: array type matches arrays: a float is not an array',
      'type.json: array type matches arrays: a string is not an array',
      'type.json: array type matches arrays: a boolean is not an array',
      'type.json: type: array or object: number is invalid',
      'type.json: type: array or object: string is invalid',
      'type.json: type: array, object or null: number is invalid',
      'type.json: type: array, object or null: string is invalid',
      'items.json: nested items: not deep enough',
    ],
  },
  {
    reason:
      'A list stands for an object with the positions as names: an empty one is how clients write an empty object.',
    tests: ['type.json: object type matches objects: an array is not an object'],
  },
  {
    reason: 'JavaScript does not tell 1.0 from 1.',
    tests: [
      'optional/zeroTerminatedFloats.json: some languages do not distinguish between different types of numeric value: a float is not an integer even without fractional part',
    ],
  },
  {
    reason: 'Days are not held against the length of their month, and the letters of a time are capital.',
    tests: [
      'optional/format/date-time.json: validation of date-time strings: an invalid day in date-time string',
      'optional/format/date-time.json: validation of date-time strings: case-insensitive T and Z',
    ],
  },
  {
    reason: 'Dots may stand anywhere before the @: such mailboxes exist.',
    tests: [
      'optional/format/email.json: validation of e-mail addresses: dot before local part is not valid',
      'optional/format/email.json: validation of e-mail addresses: dot after local part is not valid',
      'optional/format/email.json: validation of e-mail addresses: two subsequent dots inside local part are not valid',
    ],
  },
  {
    reason: 'Every text is taken for a uri, a relative one too, and made safe when it is sanitized.',
    tests: [
      'optional/format/uri.json: validation of URIs: an invalid protocol-relative URI Reference',
      'optional/format/uri.json: validation of URIs: an invalid relative URI Reference',
      'optional/format/uri.json: validation of URIs: an invalid URI',
      'optional/format/uri.json: validation of URIs: an invalid URI though valid URI reference',
      'optional/format/uri.json: validation of URIs: an invalid URI with spaces',
      'optional/format/uri.json: validation of URIs: an invalid URI with spaces and missing scheme',
      'optional/format/uri.json: validation of URIs: an invalid URI with comma in scheme',
      'optional/format/uri.json: validation of URIs: invalid userinfo',
      'optional/format/uri.json: validation of URIs: unescaped non US-ASCII characters',
      'optional/format/uri.json: validation of URIs: invalid backslash character',
      'optional/format/uri.json: validation of URIs: invalid " character',
      'optional/format/uri.json: validation of URIs: invalid <> characters',
      'optional/format/uri.json: validation of URIs: invalid {} characters',
      'optional/format/uri.json: validation of URIs: invalid ^ character',
      'optional/format/uri.json: validation of URIs: invalid ` character',
      'optional/format/uri.json: validation of URIs: invalid SPACE character',
      'optional/format/uri.json: validation of URIs: invalid | character',
      'optional/format/uri.json: validation of URIs: invalid percent-encoding with non-hex digits',
      'optional/format/uri.json: validation of URIs: incomplete percent-encoding triplet',
      'optional/format/uri.json: validation of URIs: lone percent sign is invalid',
      'optional/format/uri.json: validation of URIs: scheme must start with a letter',
      'optional/format/uri.json: validation of URIs: invalid character in scheme',
      'optional/format/uri.json: validation of URIs: non-numeric port is invalid',
      'optional/format/uri.json: validation of URIs: leading zero in an embedded IPv4 address is invalid',
      'optional/format/uri.json: validation of URIs: square brackets are not allowed in a path segment',
    ],
  },
]
