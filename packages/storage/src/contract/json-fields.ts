import assert from 'node:assert/strict'
import type { Condition } from '../index.js'
import { type AddCase, odd } from './cases.js'
import { type MemberRecord, type NoteRecord, sampleCollections } from './sample-collections.js'
import { sampleMember, sampleNote } from './sample-records.js'

const whereMembers = sampleCollections.members.where
const whereNotes = sampleCollections.notes.where

const people = {
  editor: { roles: ['editor'], rights: {} },
  both: { roles: ['author', 'editor'], rights: { available: true, 'tidy "up"': true } },
  denied: { roles: ['chief editor'], rights: { available: false, editor: true } },
  odd: { roles: [`o'r"e%i_l\\ly`, '日本'], rights: { 日本: true } },
  nobody: { roles: [], rights: {} },
}

const many = Array.from({ length: 20 }, (_, at) => `role ${at}`)

type Person = keyof typeof people
const everybody = Object.keys(people) as Person[]

const ofPeople: readonly [name: string, condition: Condition<MemberRecord>, expected: readonly Person[]][] = [
  ['has in a list', whereMembers.has('roles', 'editor'), ['editor', 'both']],
  ['has in a list, part of a text', whereMembers.has('roles', 'chief'), []],
  ['has in a list, what stands between texts', whereMembers.has('roles', ','), []],
  ['has in a list, quotes and wildcards', whereMembers.has('roles', `o'r"e%i_l\\ly`), ['odd']],
  ['has in a list, Japanese', whereMembers.has('roles', '日本'), ['odd']],
  ['has in a list, empty', whereMembers.has('roles', ''), []],
  ['has any, in a list', whereMembers.hasAny('roles', ['nobody', 'editor', 'editor']), ['editor', 'both']],
  ['has any of many, in a list', whereMembers.hasAny('roles', [...many, `o'r"e%i_l\\ly`]), ['odd']],
  ['has any of many, in a map', whereMembers.hasAny('rights', [...many, 'available']), ['both']],
  ['has any of none', whereMembers.hasAny('roles', []), []],
  ['has in a map', whereMembers.has('rights', 'available'), ['both']],
  ['has in a map, with quotes', whereMembers.has('rights', 'tidy "up"'), ['both']],
  ['has in a map, Japanese', whereMembers.has('rights', '日本'), ['odd']],
  ['has in a map, what every map has', whereMembers.has('rights', 'constructor'), []],
  ['not has', whereMembers.not(whereMembers.has('roles', 'editor')), ['denied', 'odd', 'nobody']],
  ['eq of a list', whereMembers.eq('roles', odd('editor')), []],
  ['ne of a list', whereMembers.ne('roles', odd('editor')), everybody],
  ['eq of an empty list', whereMembers.eq('roles', odd('')), []],
  ['eq null of a list', whereMembers.eq('roles', odd(null)), []],
  ['lt of a list', whereMembers.lt('roles', odd('z')), []],
  ['containsText of a list', whereMembers.containsText('roles', 'edit'), []],
  ['containsText of a list, empty', whereMembers.containsText('roles', ''), everybody],
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

const ofValues: readonly [name: string, condition: Condition<NoteRecord>, expected: readonly ValueName[]][] = [
  ['eq text', whereNotes.eq('value', 'text'), ['other']],
  ['eq number', whereNotes.eq('value', 1), ['one']],
  ['eq fraction', whereNotes.eq('value', 0.5), ['half']],
  ['eq text of a number', whereNotes.eq('value', '1'), ['textOfOne']],
  ['eq null', whereNotes.eq('value', null), ['nothing']],
  ['eq true', whereNotes.eq('value', true), ['yes']],
  ['eq false', whereNotes.eq('value', false), ['no']],
  ['eq empty', whereNotes.eq('value', ''), ['empty']],
  ['eq NaN', whereNotes.eq('value', Number.NaN), []],
  ['ne null', whereNotes.ne('value', null), except('nothing')],
  ['in', whereNotes.in('value', ['text', 1, true]), ['other', 'one', 'yes']],
  ['in one', whereNotes.in('value', [null]), ['nothing']],
  [
    'in many',
    whereNotes.in('value', ['text', null, ...Array.from({ length: 20 }, (_, at) => at)]),
    ['other', 'one', 'ten', 'nothing'],
  ],
  ['notIn', whereNotes.notIn('value', ['text', 1, null]), except('other', 'one', 'nothing')],
  ['lt number', whereNotes.lt('value', 10), ['one', 'half']],
  ['gte number', whereNotes.gte('value', 1), ['one', 'ten']],
  ['gt text', whereNotes.gt('value', '1'), ['text', 'other']],
  ['lte text', whereNotes.lte('value', 'text'), ['other', 'textOfOne', 'empty']],
  ['not lt number', whereNotes.not(whereNotes.lt('value', 10)), except('one', 'half')],
  ['gt null', whereNotes.gt('value', null), []],
  ['equalsText', whereNotes.equalsText('value', 'a TEXT'), ['text']],
  ['containsText', whereNotes.containsText('value', 'TEXT'), ['text', 'other']],
  ['containsText of what looks like a number', whereNotes.containsText('value', '1'), ['textOfOne']],
  ['containsText of what is written as JSON', whereNotes.containsText('value', '"'), []],
  ['startsWithText', whereNotes.startsWithText('value', 'tex'), ['other']],
  ['endsWithText', whereNotes.endsWithText('value', 'TEXT'), ['text', 'other']],
  ['not containsText', whereNotes.not(whereNotes.containsText('value', 'text')), except('text', 'other')],
  ['has in whatever value', whereNotes.has('value', 'text'), ['list', 'map']],
  ['has in a map, denied', whereNotes.has('value', 'off'), []],
  ['has in a map, not a truth', whereNotes.has('value', 'deep'), []],
]

/** Conditions and orders on fields with lists, maps and JSON. */
export function jsonFieldCases(add: AddCase): void {
  add('conditions over lists and maps', async (_store, { members }) => {
    const names = new Map<number, Person>()
    for (const name of everybody) {
      const { id } = await members.insert(sampleMember(name, people[name]))
      names.set(id, name)
    }
    for (const [name, condition, expected] of ofPeople) {
      const { records } = await members.find({ where: condition })
      assert.deepEqual(
        records.map(({ id }) => names.get(id)),
        expected,
        name,
      )
    }
  })

  add('conditions and orders over JSON', async (_store, { notes }) => {
    const names = new Map<number, ValueName>()
    for (const name of every) {
      const { id } = await notes.insert(sampleNote({ value: values[name] }))
      names.set(id, name)
    }
    for (const [name, condition, expected] of ofValues) {
      const { records } = await notes.find({ where: condition })
      assert.deepEqual(
        records.map(({ id }) => names.get(id)),
        expected,
        name,
      )
    }
    const sorted = async (direction: 'asc' | 'desc', folded = false) => {
      const { records } = await notes.find({ order: [{ by: 'field', field: 'value', direction, folded }] })
      return records.map(({ id }) => names.get(id))
    }
    const neither: ValueName[] = ['nothing', 'yes', 'no', 'list', 'map']
    const numbers: ValueName[] = ['half', 'one', 'ten']
    assert.deepEqual(await sorted('asc'), [...neither, 'empty', 'textOfOne', 'other', 'text', ...numbers])
    assert.deepEqual(await sorted('desc'), [
      ...numbers.reverse(),
      'text',
      'other',
      'textOfOne',
      'empty',
      ...neither.reverse(),
    ])
    assert.deepEqual(await sorted('asc', true), [
      ...neither.reverse(),
      'empty',
      'textOfOne',
      'text',
      'other',
      ...numbers.reverse(),
    ])
    const placed = await notes.find({
      where: whereNotes.in('value', ['text', 1, null, true]),
      order: [{ by: 'position', field: 'value', values: [true, 'text', null] }],
    })
    assert.deepEqual(
      placed.records.map(({ id }) => names.get(id)),
      ['yes', 'other', 'nothing', 'one'],
    )
  })
}
