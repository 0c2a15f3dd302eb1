import { type Condition, type MetaRecord, type UserRecord, where } from '@platen/site'
import { type ContractCase, odd } from './contract-test.js'
import { sampleMeta, sampleUser } from './sample-records.js'

const { users, meta } = where

const people = {
  editor: { roles: ['editor'], capabilities: {} },
  both: { roles: ['author', 'editor'], capabilities: { publish: true, 'tidy "up"': true } },
  denied: { roles: ['chief editor'], capabilities: { publish: false, editor: true } },
  odd: { roles: [`o'r"e%i_l\\ly`, '日本'], capabilities: { 日本: true } },
  nobody: { roles: [], capabilities: {} },
}

const many = Array.from({ length: 20 }, (_, at) => `role ${at}`)

type Person = keyof typeof people
const everybody = Object.keys(people) as Person[]

const ofPeople: readonly [name: string, condition: Condition<UserRecord>, expected: readonly Person[]][] = [
  ['has in a list', users.has('roles', 'editor'), ['editor', 'both']],
  ['has in a list, part of a text', users.has('roles', 'chief'), []],
  ['has in a list, what stands between texts', users.has('roles', ','), []],
  ['has in a list, quotes and wildcards', users.has('roles', `o'r"e%i_l\\ly`), ['odd']],
  ['has in a list, Japanese', users.has('roles', '日本'), ['odd']],
  ['has in a list, empty', users.has('roles', ''), []],
  ['has any, in a list', users.hasAny('roles', ['nobody', 'editor', 'editor']), ['editor', 'both']],
  ['has any of many, in a list', users.hasAny('roles', [...many, `o'r"e%i_l\\ly`]), ['odd']],
  ['has any of many, in a map', users.hasAny('capabilities', [...many, 'publish']), ['both']],
  ['has any of none', users.hasAny('roles', []), []],
  ['has in a map', users.has('capabilities', 'publish'), ['both']],
  ['has in a map, with quotes', users.has('capabilities', 'tidy "up"'), ['both']],
  ['has in a map, Japanese', users.has('capabilities', '日本'), ['odd']],
  ['has in a map, what every map has', users.has('capabilities', 'constructor'), []],
  ['not has', users.not(users.has('roles', 'editor')), ['denied', 'odd', 'nobody']],
  ['eq of a list', users.eq('roles', odd('editor')), []],
  ['ne of a list', users.ne('roles', odd('editor')), everybody],
  ['eq of an empty list', users.eq('roles', odd('')), []],
  ['eq null of a list', users.eq('roles', odd(null)), []],
  ['lt of a list', users.lt('roles', odd('z')), []],
  ['containsText of a list', users.containsText('roles', 'edit'), []],
  ['containsText of a list, empty', users.containsText('roles', ''), everybody],
]

const values = {
  text: 'Ä text',
  other: 'text',
  one: 1,
  ten: 10,
  half: 0.5,
  textOfOne: '1',
  nothing: null,
  yes: true,
  no: false,
  empty: '',
  list: ['text', 1],
  map: { text: true, off: false, deep: { text: true } },
}

type ValueName = keyof typeof values
const every = Object.keys(values) as ValueName[]
const except = (...names: ValueName[]) => every.filter(name => !names.includes(name))

const ofValues: readonly [name: string, condition: Condition<MetaRecord>, expected: readonly ValueName[]][] = [
  ['eq text', meta.eq('value', 'text'), ['other']],
  ['eq number', meta.eq('value', 1), ['one']],
  ['eq fraction', meta.eq('value', 0.5), ['half']],
  ['eq text of a number', meta.eq('value', '1'), ['textOfOne']],
  ['eq null', meta.eq('value', null), ['nothing']],
  ['eq true', meta.eq('value', true), ['yes']],
  ['eq false', meta.eq('value', false), ['no']],
  ['eq empty', meta.eq('value', ''), ['empty']],
  ['eq NaN', meta.eq('value', Number.NaN), []],
  ['ne null', meta.ne('value', null), except('nothing')],
  ['in', meta.in('value', ['text', 1, true]), ['other', 'one', 'yes']],
  ['in one', meta.in('value', [null]), ['nothing']],
  [
    'in many',
    meta.in('value', ['text', null, ...Array.from({ length: 20 }, (_, at) => at)]),
    ['other', 'one', 'ten', 'nothing'],
  ],
  ['notIn', meta.notIn('value', ['text', 1, null]), except('other', 'one', 'nothing')],
  ['lt number', meta.lt('value', 10), ['one', 'half']],
  ['gte number', meta.gte('value', 1), ['one', 'ten']],
  ['gt text', meta.gt('value', '1'), ['text', 'other']],
  ['lte text', meta.lte('value', 'text'), ['other', 'textOfOne', 'empty']],
  ['not lt number', meta.not(meta.lt('value', 10)), except('one', 'half')],
  ['gt null', meta.gt('value', null), []],
  ['equalsText', meta.equalsText('value', 'a TEXT'), ['text']],
  ['containsText', meta.containsText('value', 'TEXT'), ['text', 'other']],
  ['containsText of what looks like a number', meta.containsText('value', '1'), ['textOfOne']],
  ['containsText of what is written as JSON', meta.containsText('value', '"'), []],
  ['startsWithText', meta.startsWithText('value', 'tex'), ['other']],
  ['endsWithText', meta.endsWithText('value', 'TEXT'), ['text', 'other']],
  ['not containsText', meta.not(meta.containsText('value', 'text')), except('text', 'other')],
  ['has in whatever value', meta.has('value', 'text'), ['list', 'map']],
  ['has in a map, denied', meta.has('value', 'off'), []],
  ['has in a map, not a truth', meta.has('value', 'deep'), []],
]

/** Conditions and orders on fields with lists, maps and JSON. */
export function jsonFieldCases(add: ContractCase): void {
  add('conditions over lists and maps', async (t, store) => {
    const names = new Map<number, Person>()
    for (const name of everybody) {
      const { id } = await store.users.insert(sampleUser(name, people[name]))
      names.set(id, name)
    }
    for (const [name, condition, expected] of ofPeople) {
      const { records } = await store.users.find({ where: condition })
      t.same(
        records.map(({ id }) => names.get(id)),
        expected,
        name,
      )
    }
  })

  add('conditions and orders over JSON', async (t, store) => {
    const names = new Map<number, ValueName>()
    for (const name of every) {
      const { id } = await store.meta.insert(sampleMeta({ value: values[name] }))
      names.set(id, name)
    }
    for (const [name, condition, expected] of ofValues) {
      const { records } = await store.meta.find({ where: condition })
      t.same(
        records.map(({ id }) => names.get(id)),
        expected,
        name,
      )
    }
    const sorted = async (direction: 'asc' | 'desc', folded = false) => {
      const { records } = await store.meta.find({ order: [{ by: 'field', field: 'value', direction, folded }] })
      return records.map(({ id }) => names.get(id))
    }
    const neither: ValueName[] = ['nothing', 'yes', 'no', 'list', 'map']
    const numbers: ValueName[] = ['half', 'one', 'ten']
    t.same(await sorted('asc'), [...neither, 'empty', 'textOfOne', 'other', 'text', ...numbers])
    t.same(await sorted('desc'), [...numbers.reverse(), 'text', 'other', 'textOfOne', 'empty', ...neither.reverse()])
    t.same(await sorted('asc', true), [
      ...neither.reverse(),
      'empty',
      'textOfOne',
      'text',
      'other',
      ...numbers.reverse(),
    ])
    const placed = await store.meta.find({
      where: meta.in('value', ['text', 1, null, true]),
      order: [{ by: 'position', field: 'value', values: [true, 'text', null] }],
    })
    t.same(
      placed.records.map(({ id }) => names.get(id)),
      ['yes', 'other', 'nothing', 'one'],
    )
  })
}
