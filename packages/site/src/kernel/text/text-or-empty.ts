/** A value if it is a text; otherwise, such as for `null`, an empty text. */
export const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')
