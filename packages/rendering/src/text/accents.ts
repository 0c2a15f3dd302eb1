import { normalize } from '@platen/core'

/** Letters of the Latin script with marks, by the plain letters they are written as in addresses. */
const LETTERS: Readonly<Record<string, string>> = {
  a: 'ªÀÁÂÃÄÅàáâãäåĀāĂăĄąǍǎɑẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặ',
  ae: 'Ææ',
  c: 'ÇçĆćĈĉĊċČč',
  d: 'ÐðĎďĐđ',
  e: 'ÈÉÊËèéêëĒēĔĕĖėĘęĚěƏǝẸẹẺẻẼẽẾếỀềỂểỄễỆệ€',
  g: 'ĜĝĞğĠġĢģ',
  h: 'ĤĥĦħ',
  i: 'ÌÍÎÏìíîïĨĩĪīĬĭĮįİıǏǐỈỉỊị',
  ij: 'Ĳĳ',
  j: 'Ĵĵ',
  k: 'Ķķĸ',
  l: 'ĹĺĻļĽľĿŀŁł',
  n: 'ÑñŃńŅņŇňŉŊŋ',
  o: 'ºÒÓÔÕÖØòóôõöøŌōŎŏŐőƠơǑǒỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợ',
  oe: 'Œœ',
  r: 'ŔŕŖŗŘř',
  s: 'ßŚśŜŝŞşŠšſȘș',
  t: 'ŢţŤťŦŧȚț',
  th: 'Þþ',
  u: 'ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲųƯưǓǔǕǖǗǘǙǚǛǜỤụỦủỨứỪừỬửỮữỰự',
  w: 'Ŵŵ',
  x: '×',
  y: 'ÝýÿŶŷŸỲỳỴỵỶỷỸỹ',
  z: 'ŹźŻżŽž',
  '': '£',
}

const plainLetters: ReadonlyMap<string, string> = new Map(
  Object.entries(LETTERS).flatMap(([plain, letters]) => [...letters].map(letter => [letter, plain])),
)

const beyondAscii = /[^\0-\x7f]/g

/** Replaces accented Latin letters by plain ones in lower case. */
export const removeAccents = (text: string): string =>
  normalize(text, 'NFC').replace(beyondAscii, character => plainLetters.get(character) ?? character)
