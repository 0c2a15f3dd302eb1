/** Whether a value of a request is empty: false, 0, no text, the text `0`, and lists and objects without members are. */
export const isEmptyValue = (value: unknown): boolean =>
  value !== null && typeof value === 'object' ? Object.keys(value).length === 0 : !value || value === '0'
