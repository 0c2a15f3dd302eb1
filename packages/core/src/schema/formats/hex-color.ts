import type { FormatDefinition } from './format-definition.js'

const threeOrSixDigits = /^#(?:[0-9a-f]{3}){1,2}$/i

export const hexColor: FormatDefinition = {
  code: 'rest_invalid_hex_color',
  noun: 'a colour such as #0af or #00aaff',
  test: isColor,
  // Anything else counts as no colour, even in an `enum`.
  convert: text => (isColor(text) ? text : ''),
}

function isColor(text: string): boolean {
  return threeOrSixDigits.test(text)
}
