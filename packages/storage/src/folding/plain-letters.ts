/** Letters that search treats as another letter, by that letter: Latin, Cyrillic, Hebrew, Arabic, Japanese. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ d: 'đð', h: 'ħ', l: 'ł', o: 'ø', σ: 'ς' },
  ...{ г: 'ґ', е: 'ёѐ', ж: 'ӂ', и: 'ѝӣ', у: 'ӯ' },
  ...{ כ: 'ך', מ: 'ם', נ: 'ן', פ: 'ף', צ: 'ץ' },
  ...{ ە: 'ۀ', ہ: 'ۂ', ے: 'ۓ' },
  ...{
    あ: 'ぁ',
    い: 'ぃ',
    う: 'ぅ',
    え: 'ぇ',
    お: 'ぉ',
    か: 'ゕ',
    け: 'ゖ',
    つ: 'っ',
    や: 'ゃ',
    ゆ: 'ゅ',
    よ: 'ょ',
    わ: 'ゎ',
  },
}

/** The first and last letters of Katakana that also exist in Hiragana, and the distance between their code points. */
const KATAKANA = { first: 0x30a1, last: 0x30f6, distance: 0x60 }

/** Lower-case letters, by the letters that search treats as equal. */
export const plainLetters: ReadonlyMap<string, string> = byLetter()

function byLetter() {
  const plain = new Map<string, string>()
  for (const [letter, others] of Object.entries(LETTERS)) for (const other of others) plain.set(other, letter)
  const { first, last, distance } = KATAKANA
  for (let code = first; code <= last; code++) {
    const hiragana = String.fromCharCode(code - distance)
    plain.set(String.fromCharCode(code), plain.get(hiragana) ?? hiragana)
  }
  return plain
}
