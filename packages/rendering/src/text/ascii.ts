/** Tests the code of a character. */
export type CharacterTest = (code: number) => boolean

/** Creates a test for the ASCII characters in a text. */
export const oneOf = (characters: string): CharacterTest => {
  const table = new Uint8Array(128)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return code => code < 128 && table[code] === 1
}

export const isDigit: CharacterTest = code => code >= 48 && code <= 57

/** ASCII white space. */
export const isWhiteSpace: CharacterTest = code => code === 32 || (code >= 9 && code <= 13)

/** The white space that separates words when they are counted. */
export const separatesWords: CharacterTest = code => code === 32 || code === 10 || code === 13 || code === 9
