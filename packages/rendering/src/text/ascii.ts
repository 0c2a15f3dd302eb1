/** Whether a character, by its code, is one of a few of ASCII. */
export type CharacterTest = (code: number) => boolean

/** Tests for the characters of a text. */
export const oneOf = (characters: string): CharacterTest => {
  const table = new Uint8Array(128)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return code => code < 128 && table[code] === 1
}

export const isDigit: CharacterTest = code => code >= 48 && code <= 57

/** White space of ASCII. */
export const isWhiteSpace: CharacterTest = code => code === 32 || (code >= 9 && code <= 13)

/** What stands between words when they are counted. */
export const separatesWords: CharacterTest = code => code === 32 || code === 10 || code === 13 || code === 9
