/** Whether a value of a form, a saved attribute or another JSON text is set: `0`, `"0"`, and empty values are not. */
export const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value) && value !== '0'
