/**
 * The rules of validation and conversion that differ between dialects. A registry compiles all schemas with the same
 * rules.
 */
export interface SchemaRules {
  /** The letter case in which the strings `true` and `false` are booleans. */
  readonly booleanText: 'lowercase' | 'any-case'
  /** The separator of the items in a list that is sent as a string. */
  readonly listSeparator: 'comma' | 'comma-or-space'
  /** Whether a single number or boolean is accepted as a list of one item. */
  readonly scalarAsList: boolean
  /** Whether a list is accepted as an object with its positions as property names. */
  readonly listAsObject: boolean
  /** `strict` accepts RFC 3986 URIs with a scheme; `cleaned` accepts any string and makes it safe. */
  readonly uri: 'strict' | 'cleaned'
  /** `strict` is RFC 3339 with an optional offset; `lenient` ignores the length of months. */
  readonly dateTime: 'strict' | 'lenient'
  /** `strict` refuses misplaced dots in the local part. */
  readonly email: 'strict' | 'lenient'
  /** Whether the empty string matches every `format` if `null` is one of the types. */
  readonly emptyForNullableFormat: boolean
}

/** The rules of specification section 4.13: the default. */
export const specifiedRules: SchemaRules = Object.freeze({
  booleanText: 'lowercase',
  listSeparator: 'comma',
  scalarAsList: false,
  listAsObject: false,
  uri: 'strict',
  dateTime: 'strict',
  email: 'strict',
  emptyForNullableFormat: true,
})
