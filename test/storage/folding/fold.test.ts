import { fold } from '@platen/storage'
import t from 'tap'

t.test('accents and case are folded', async t => {
  for (const [text, folded] of [
    ['ABC', 'abc'],
    ['Émile', 'emile'],
    ['E\u0301mile', 'emile'],
    ['ΆΛΦΑ', 'αλφα'],
    ['日本', '日本'],
    ['', ''],
  ] as const) {
    t.equal(fold(text), folded, text)
  }
})

t.test('texts that are the same to a search', async t => {
  for (const [text, other] of [
    ['Smørrebrød', 'smorrebröd'],
    ['Łódź Đakovo Ħamrun Ðiðrik', 'lodz dakovo hamrun didrik'],
    ['coŀlecció', 'colleccio'],
    ['Việt đường cơ', 'viet duong co'],
    ['ſtein', 'stein'],
    ['İzmir', 'izmir'],
    ['ΟΔΥΣΣΕΎΣ', 'οδυσσεύς'],
    ['Ёлка', 'елка'],
    ['Ґанок', 'ганок'],
    ['за́мок', 'замок'],
    ['и\u0306од', 'йод'],
    ['ガラス', 'からす'],
    ['ﾊﾟｯｸ', 'はつく'],
    ['ｌｏｄｚ２', 'lodz2'],
    ['ﬁn', 'fin'],
    ['x²', 'x2'],
    ['٢٠٢٤ ۱۷ १२', '2024 17 12'],
    ['a\u00a0b', 'a b'],
    ['Sil\u00adben', 'silben'],
    ['שָׁלוֹם', 'שלומ'],
    ['سَلَام', 'سلام'],
    ['ज़मीन', 'जमीन'],
    ['\u1112\u1161\u11ab', '한'],
    ['❤\ufe0f', '❤'],
  ] as const) {
    t.equal(fold(text), fold(other), `${text} ${other}`)
  }
})

t.test('letters of their own', async t => {
  for (const [text, other] of [
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['ß', 'ss'],
    ['þ', 'th'],
    ['ı', 'i'],
    ['ŋ', 'n'],
    ['ŧ', 't'],
    ['й', 'и'],
    ['ї', 'і'],
    ['أ', 'ا'],
    ['कि', 'का'],
    ['ไก่', 'กา'],
    ['각', '가'],
  ] as const) {
    t.notOk(fold(text).includes(fold(other)), `${text} ${other}`)
  }
})

const characters = function* () {
  for (let code = 0; code < 0x20000; code++) if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code)
}

t.test('digits count from zero in every script', async t => {
  const digits = [...characters()].filter(each => each.length === 1 && /\p{Nd}/u.test(each))
  t.ok(digits.length > 300)
  for (const [at, each] of digits.entries()) {
    if (fold(each) !== String(at % 10)) t.fail(`${each} ${fold(each)}`)
  }
})

t.test('a character is folded alike among others', async t => {
  for (const character of characters()) {
    // Marks depend on the letter before them, parts of syllables on each other.
    if (/^[\p{M}\u1160-\u11ff]/u.test(character.normalize('NFKD'))) continue
    const folded = fold(character)
    if (fold(`x${character}x`) !== `x${folded}x`) t.fail(`${character} between letters`)
    if (fold(`x${character}xx\u0301`) !== `x${folded}xx`) t.fail(`${character} in a text with marks`)
    if (fold(folded) !== folded) t.fail(`${character} folded again`)
  }
})
