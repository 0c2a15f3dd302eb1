/**
 * The points in which servers of this interface differ about the values of a schema. Plain data; a registry compiles
 * all of its schemas with the same rules.
 */
export interface SchemaRules {
  /** Letter case of the texts `true` and `false` that stand for a boolean. */
  readonly booleanText: 'lowercase' | 'any-case'
  /** What separates the items of a list that is sent as text. */
  readonly listSeparator: 'comma' | 'comma-or-space'
  /** Whether a lone number or boolean is accepted as a list of one item. */
  readonly scalarAsList: boolean
  /** Whether a list is accepted as an object whose properties are named by position. */
  readonly listAsObject: boolean
  /** `strict` refuses what is not an RFC 3986 URI with a scheme; `cleaned` accepts any text and makes it safe. */
  readonly uri: 'strict' | 'cleaned'
  /** `strict` is RFC 3339 with an optional offset; `lenient` does not look at the calendar. */
  readonly dateTime: 'strict' | 'lenient'
  /** `strict` refuses a local part whose dots are misplaced. */
  readonly email: 'strict' | 'lenient'
  /** Whether an empty string passes a `format` where `null` is one of the types. */
  readonly emptyForNullableFormat: boolean
}

/** The rules of specification section 4.13, which apply unless others are given. */
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
