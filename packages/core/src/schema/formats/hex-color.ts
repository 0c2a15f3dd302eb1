import type { FormatDefinition } from './format-definition.js'

const threeOrSixDigits = /^#(?:[0-9a-f]{3}){1,2}$/i

export const hexColor: FormatDefinition = {
  code: 'rest_invalid_hex_color',
  noun: 'a colour such as #0af or #00aaff',
  test: isColor,
  // What is no colour counts as none, in a list of allowed ones too.
  convert: text => (isColor(text) ? text : ''),
}

function isColor(text: string): boolean {
  return threeOrSixDigits.test(text)
}
