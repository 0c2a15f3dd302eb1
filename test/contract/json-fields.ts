import { type MetaRecord, metaIn, type UserRecord, usersIn, whereMeta, whereUsers } from '@platen/site'
import type { Condition } from '@platen/storage'
import { type ContractCase, odd } from './contract-test.js'
import { sampleMeta, sampleUser } from './sample-records.js'

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
  ['has in a list', whereUsers.has('roles', 'editor'), ['editor', 'both']],
  ['has in a list, part of a text', whereUsers.has('roles', 'chief'), []],
  ['has in a list, what stands between texts', whereUsers.has('roles', ','), []],
  ['has in a list, quotes and wildcards', whereUsers.has('roles', `o'r"e%i_l\\ly`), ['odd']],
  ['has in a list, Japanese', whereUsers.has('roles', '日本'), ['odd']],
  ['has in a list, empty', whereUsers.has('roles', ''), []],
  ['has any, in a list', whereUsers.hasAny('roles', ['nobody', 'editor', 'editor']), ['editor', 'both']],
  ['has any of many, in a list', whereUsers.hasAny('roles', [...many, `o'r"e%i_l\\ly`]), ['odd']],
  ['has any of many, in a map', whereUsers.hasAny('capabilities', [...many, 'publish']), ['both']],
  ['has any of none', whereUsers.hasAny('roles', []), []],
  ['has in a map', whereUsers.has('capabilities', 'publish'), ['both']],
  ['has in a map, with quotes', whereUsers.has('capabilities', 'tidy "up"'), ['both']],
  ['has in a map, Japanese', whereUsers.has('capabilities', '日本'), ['odd']],
  ['has in a map, what every map has', whereUsers.has('capabilities', 'constructor'), []],
  ['not has', whereUsers.not(whereUsers.has('roles', 'editor')), ['denied', 'odd', 'nobody']],
  ['eq of a list', whereUsers.eq('roles', odd('editor')), []],
  ['ne of a list', whereUsers.ne('roles', odd('editor')), everybody],
  ['eq of an empty list', whereUsers.eq('roles', odd('')), []],
  ['eq null of a list', whereUsers.eq('roles', odd(null)), []],
  ['lt of a list', whereUsers.lt('roles', odd('z')), []],
  ['containsText of a list', whereUsers.containsText('roles', 'edit'), []],
  ['containsText of a list, empty', whereUsers.containsText('roles', ''), everybody],
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
  ['eq text', whereMeta.eq('value', 'text'), ['other']],
  ['eq number', whereMeta.eq('value', 1), ['one']],
  ['eq fraction', whereMeta.eq('value', 0.5), ['half']],
  ['eq text of a number', whereMeta.eq('value', '1'), ['textOfOne']],
  ['eq null', whereMeta.eq('value', null), ['nothing']],
  ['eq true', whereMeta.eq('value', true), ['yes']],
  ['eq false', whereMeta.eq('value', false), ['no']],
  ['eq empty', whereMeta.eq('value', ''), ['empty']],
  ['eq NaN', whereMeta.eq('value', Number.NaN), []],
  ['ne null', whereMeta.ne('value', null), except('nothing')],
  ['in', whereMeta.in('value', ['text', 1, true]), ['other', 'one', 'yes']],
  ['in one', whereMeta.in('value', [null]), ['nothing']],
  [
    'in many',
    whereMeta.in('value', ['text', null, ...Array.from({ length: 20 }, (_, at) => at)]),
    ['other', 'one', 'ten', 'nothing'],
  ],
  ['notIn', whereMeta.notIn('value', ['text', 1, null]), except('other', 'one', 'nothing')],
  ['lt number', whereMeta.lt('value', 10), ['one', 'half']],
  ['gte number', whereMeta.gte('value', 1), ['one', 'ten']],
  ['gt text', whereMeta.gt('value', '1'), ['text', 'other']],
  ['lte text', whereMeta.lte('value', 'text'), ['other', 'textOfOne', 'empty']],
  ['not lt number', whereMeta.not(whereMeta.lt('value', 10)), except('one', 'half')],
  ['gt null', whereMeta.gt('value', null), []],
  ['equalsText', whereMeta.equalsText('value', 'a TEXT'), ['text']],
  ['containsText', whereMeta.containsText('value', 'TEXT'), ['text', 'other']],
  ['containsText of what looks like a number', whereMeta.containsText('value', '1'), ['textOfOne']],
  ['containsText of what is written as JSON', whereMeta.containsText('value', '"'), []],
  ['startsWithText', whereMeta.startsWithText('value', 'tex'), ['other']],
  ['endsWithText', whereMeta.endsWithText('value', 'TEXT'), ['text', 'other']],
  ['not containsText', whereMeta.not(whereMeta.containsText('value', 'text')), except('text', 'other')],
  ['has in whatever value', whereMeta.has('value', 'text'), ['list', 'map']],
  ['has in a map, denied', whereMeta.has('value', 'off'), []],
  ['has in a map, not a truth', whereMeta.has('value', 'deep'), []],
]

/** Conditions and orders on fields with lists, maps and JSON. */
export function jsonFieldCases(add: ContractCase): void {
  add('conditions over lists and maps', async (t, store) => {
    const names = new Map<number, Person>()
    for (const name of everybody) {
      const { id } = await usersIn(store).insert(sampleUser(name, people[name]))
      names.set(id, name)
    }
    for (const [name, condition, expected] of ofPeople) {
      const { records } = await usersIn(store).find({ where: condition })
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
      const { id } = await metaIn(store).insert(sampleMeta({ value: values[name] }))
      names.set(id, name)
    }
    for (const [name, condition, expected] of ofValues) {
      const { records } = await metaIn(store).find({ where: condition })
      t.same(
        records.map(({ id }) => names.get(id)),
        expected,
        name,
      )
    }
    const sorted = async (direction: 'asc' | 'desc', folded = false) => {
      const { records } = await metaIn(store).find({ order: [{ by: 'field', field: 'value', direction, folded }] })
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
    const placed = await metaIn(store).find({
      where: whereMeta.in('value', ['text', 1, null, true]),
      order: [{ by: 'position', field: 'value', values: [true, 'text', null] }],
    })
    t.same(
      placed.records.map(({ id }) => names.get(id)),
      ['yes', 'other', 'nothing', 'one'],
    )
  })
}
