/** The maximum length of a text that is shown. */
const LONGEST = 500

/** A text of an export, shortened, without the control characters that a terminal would interpret. */
export const printable = (text: string): string => text.slice(0, LONGEST).replace(/\p{Cc}/gu, '\ufffd')
