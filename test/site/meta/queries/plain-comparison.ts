import { fold } from '@platen/storage'

type Comparable = string | number

const truth: Readonly<Record<string, number>> = { '0': 0, false: 0, '1': 1, true: 1 }
const number = (value: unknown) => (value === '' ? Number.NaN : Number(value))
const moment = (text: string) => {
  const full = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00` : text.replace(' ', 'T')
  return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(full) ? full : `${full}Z`)
}

/** How the values of a key are read, from meta and from queries. */
const read: Readonly<Record<string, (value: unknown) => Comparable>> = {
  city: value => fold(String(value)),
  tags: value => fold(String(value)),
  seats: number,
  price: number,
  open: value => truth[String(value).toLowerCase()] ?? Number.NaN,
  starts: value => moment(String(value)),
}

const tests: Readonly<Record<string, (value: Comparable, first: Comparable, last: Comparable) => boolean>> = {
  '=': (value, first) => value === first,
  '!=': (value, first) => value !== first,
  '>': (value, first) => value > first,
  '>=': (value, first) => value >= first,
  '<': (value, first) => value < first,
  '<=': (value, first) => value <= first,
  BETWEEN: (value, first, last) => value >= first && value <= last,
  'NOT BETWEEN': (value, first, last) => value < first || value > last,
}

/** Whether an object with this meta matches a query of the dialect `wp`, by comparing its values one by one. */
export function matches(
  meta: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, string | readonly string[]>>,
): boolean {
  const key = String(query['meta_key'])
  const { meta_value: sent = '', meta_compare: compare = Array.isArray(sent) ? 'IN' : '=' } = query
  const parse = read[key]
  const values = [meta[key]].flat().flatMap(value => (value === undefined || parse === undefined ? [] : [parse(value)]))
  if (compare === 'NOT EXISTS') return values.length === 0
  const isEmpty = [sent].flat().every(text => text.trim() === '')
  if (isEmpty || parse === undefined) return values.length > 0
  const isList = /IN$|BETWEEN$/.test(String(compare))
  const texts = isList && typeof sent === 'string' ? sent.split(sent.includes(',') ? ',' : ' ') : [sent].flat()
  const wanted = texts.map(text => parse(text.trim()))
  const [first = 0, last = 0] = wanted
  const test = tests[compare === 'EXISTS' ? '=' : String(compare)]
  return values.some(value =>
    compare === 'IN'
      ? wanted.includes(value)
      : compare === 'NOT IN'
        ? !wanted.includes(value)
        : test?.(value, first, last),
  )
}
