import {
  addToFirstTag,
  attributeOf,
  findTag,
  firstTag,
  removeFromFirstTag,
  setAttribute,
  type TagRange,
} from '../html/html-tag.js'
import { addLayout } from './block-layout.js'
import type { Block } from './block-parser.js'
import type { AdjustmentContext, BlockAdjustment, ShownTabs } from './block-type.js'

const BUTTONS = new Set(['button'])

const changeFirst = (
  chunks: readonly string[],
  find: (html: string) => TagRange | undefined,
  attributes: readonly (readonly [name: string, value: string])[],
): readonly string[] => {
  const [first = '', ...rest] = chunks
  let html = first
  // Each attribute is written before the others.
  for (const [name, value] of attributes.toReversed()) {
    const tag = find(html)
    if (tag === undefined) return chunks
    html = setAttribute(html, tag, name, value)
  }
  return [html, ...rest]
}

/** The first tag if it has the class of a block. */
const tagOf =
  (className: string) =>
  (html: string): TagRange | undefined => {
    const tag = firstTag(html)
    return tag !== undefined && attributeOf(html, tag, 'class')?.split(/\s+/).includes(className) ? tag : undefined
  }

const isOpen = ({ attributes }: Block): boolean => attributes['openByDefault'] === true

/** Whether a section has a heading and a panel, so that a script can open it. */
const isWhole = ({ innerBlocks }: Block): boolean =>
  ['core/accordion-heading', 'core/accordion-panel'].every(name => innerBlocks.some(inner => inner.name === name))

const accordion: BlockAdjustment = (chunks, block) => {
  const autoclose = block.attributes['autoclose'] === true
  return addLayout(
    changeFirst(chunks, tagOf('wp-block-accordion'), [
      ['data-wp-context', `{ "autoclose": ${autoclose}, "accordionItems": [] }`],
      ['data-wp-interactive', 'core/accordion'],
    ]),
    block,
    {},
  )
}

/** Sections without an accordion around them have no state. */
const hasState = (parents: readonly Block[]): boolean => parents.some(({ name }) => name === 'core/accordion')

const accordionItem: BlockAdjustment = (chunks, block, { count, parents, parts }) => {
  const number = count('id')
  if (!isWhole(block)) return addLayout(chunks, block, {})
  parts.sections ??= new Map()
  parts.sections.set(block, number)
  const adjusted = addLayout(
    changeFirst(chunks, tagOf('wp-block-accordion-item'), [
      ['data-wp-class--is-open', 'state.isOpen'],
      ['data-wp-context', `{ "id": "accordion-item-${number}", "openByDefault": ${isOpen(block)} }`],
      ['data-wp-init', 'callbacks.initAccordionItems'],
      ['data-wp-on-window--hashchange', 'callbacks.hashChange'],
    ]),
    block,
    {},
  )
  const [first = '', ...rest] = adjusted
  return isOpen(block) && hasState(parents)
    ? [addToFirstTag(first, ['is-open']), ...rest]
    : [removeFromFirstTag(first, 'is-open'), ...rest]
}

const accordionHeading: BlockAdjustment = (chunks, _block, { parents, parts }) => {
  const item = parents.at(-1)
  const number = item === undefined ? undefined : parts.sections?.get(item)
  if (item === undefined || number === undefined) return chunks
  return changeFirst(chunks, html => findTag(html, BUTTONS), [
    ...(hasState(parents) ? [['aria-expanded', String(isOpen(item))] as const] : []),
    ['aria-controls', `accordion-item-${number}-panel`],
    ['data-wp-bind--aria-expanded', 'state.isOpen'],
    ['data-wp-on--click', 'actions.toggle'],
    ['id', `accordion-item-${number}`],
  ])
}

const accordionPanel: BlockAdjustment = (chunks, block, { parents, parts }) => {
  const item = parents.at(-1)
  const number = item === undefined ? undefined : parts.sections?.get(item)
  if (number === undefined) return addLayout(chunks, block, {})
  return addLayout(
    changeFirst(chunks, tagOf('wp-block-accordion-panel'), [
      ['aria-labelledby', `accordion-item-${number}`],
      ['data-wp-bind--hidden', 'state.isHidden'],
      ['data-wp-on--beforematch', 'actions.handleBeforeMatch'],
      ['id', `accordion-item-${number}-panel`],
    ]),
    block,
    {},
  )
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** The panels of some tabs, in order. */
const panelsOf = (tabs: Block): readonly Block[] =>
  tabs.innerBlocks
    .filter(({ name }) => name === 'core/tab-panels')
    .flatMap(({ innerBlocks }) => innerBlocks.filter(({ name }) => name === 'core/tab-panel'))

const panelId = (tabs: ShownTabs | undefined, panel: Block | undefined, index: number): string => {
  const own = panel === undefined ? undefined : textOf(panel.attributes['anchor'])
  return own ?? (tabs === undefined ? `tab-${index}` : `${tabs.id}-tab-${index}`)
}

/** The tabs around a block; `undefined` if there are none. */
const tabsAround = ({ parents, parts }: AdjustmentContext): ShownTabs | undefined => {
  const around = parents.findLast(({ name }) => name === 'core/tabs')
  return around && parts.tabs?.get(around)
}

const tabs: BlockAdjustment = (chunks, block, { count, parts }) => {
  const { anchor, activeTabIndex } = block.attributes
  const id = textOf(anchor) ?? `tabs_${count('id')}`
  parts.tabs ??= new Map()
  parts.tabs.set(block, { id, places: new Map(panelsOf(block).map((panel, place) => [panel, place])) })
  const active = typeof activeTabIndex === 'number' ? activeTabIndex : 0
  return addLayout(
    changeFirst(chunks, tagOf('wp-block-tabs'), [
      ['data-wp-context', JSON.stringify({ tabsId: id, activeTabIndex: active })],
      ['data-wp-init', 'callbacks.onTabsInit'],
      ['data-wp-interactive', 'core/tabs'],
      ['data-wp-on--keydown', 'actions.handleTabKeyDown'],
    ]),
    block,
    {},
  )
}

/** The maximum number of tabs of a list that a text shows as buttons with a script. */
const MAX_TABS = 100

const tabButtons = (html: string, around: ShownTabs): string => {
  const panels = [...around.places.keys()].slice(0, MAX_TABS)
  let written = ''
  let rest = html
  for (const [index, panel] of panels.entries()) {
    const tag = findTag(rest, BUTTONS)
    if (tag === undefined) break
    const id = panelId(around, panel, index)
    const [button = ''] = changeFirst([rest.slice(tag.start, tag.end)], firstTag, [
      ['aria-controls', id],
      ['data-wp-bind--aria-selected', 'state.isActiveTab'],
      ['data-wp-bind--tabindex', 'state.tabIndexAttribute'],
      ['data-wp-context', `{"tabIndex":${index}}`],
      ['data-wp-on--click', 'actions.handleTabClick'],
      ['data-wp-on--keydown', 'actions.handleTabKeyDown'],
      ['id', `tab__${id}`],
    ])
    written += rest.slice(0, tag.start) + button
    rest = rest.slice(tag.end)
  }
  return written + rest
}

const tabList: BlockAdjustment = (chunks, block, context) => {
  const around = tabsAround(context)
  const [first = '', ...rest] = chunks
  const tag = firstTag(first)
  const label = tag === undefined ? undefined : attributeOf(first, tag, 'aria-label')
  const named =
    tag === undefined || label !== undefined ? first : setAttribute(first, tag, 'aria-label', 'Tabbed content')
  const html = around === undefined ? named : tabButtons(named, around)
  return addLayout([html, ...rest], block, { type: 'flex' })
}

const tabPanel: BlockAdjustment = (chunks, block, context) => {
  const around = tabsAround(context)
  const index = around?.places.get(block) ?? 0
  const id = panelId(around, block, index)
  const adjusted = changeFirst(chunks, firstTag, [
    ['aria-labelledby', `tab__${id}`],
    ['data-wp-bind--hidden', '!state.isActiveTab'],
    ['id', id],
  ])
  const [first = '', ...rest] = adjusted
  const tag = firstTag(first)
  const hidden =
    tag === undefined || around === undefined
      ? first
      : `${first.slice(0, tag.attributesStart)} hidden${first.slice(tag.attributesStart)}`
  return addLayout([hidden, ...rest], block, {})
}

/** The blocks of content whose parts a script opens: the attributes that it needs are not saved. */
export const interactiveAdjustments: Readonly<Record<string, BlockAdjustment>> = {
  accordion,
  'accordion-item': accordionItem,
  'accordion-heading': accordionHeading,
  'accordion-panel': accordionPanel,
  tabs,
  'tab-list': tabList,
  'tab-panel': tabPanel,
}
