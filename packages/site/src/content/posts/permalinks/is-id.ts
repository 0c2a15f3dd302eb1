/** Whether a part of a URL is an id: a positive integer without leading zeros. */
export const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)
