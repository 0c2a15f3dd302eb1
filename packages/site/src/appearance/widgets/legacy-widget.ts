import type { BlockUse } from '@platen/rendering'
import { type BlockScope, defineBlock } from '../../kernel/blocks/index.js'
import { isMap, textOrEmpty } from '../../kernel/text/index.js'
import { instanceCodec } from './instance-key.js'
import { renderWidgets, type ShownWidget, unstoredWidget, type WidgetFrame } from './render-widgets.js'
import { sidebars } from './sidebars.js'
import { storedWidgets } from './stored-widgets.js'
import { managesWidgets } from './widget-access.js'

/** How deep blocks of widgets show other widgets: a widget could show itself. */
const MAX_AROUND = 2
/** The maximum number of different widgets on a page of texts; further ones are empty. */
const MAX_WIDGETS = 500

const UNFRAMED: WidgetFrame = Object.freeze({ beforeWidget: '', afterWidget: '', beforeTitle: '', afterTitle: '' })

/** What a use shows: a stored widget, or one of a type with an instance that the site has encoded. */
interface WidgetChoice {
  readonly id: string
  readonly idBase: string
  readonly encoded: string
  readonly hash: string
}

function choiceOf({ id, idBase, instance }: BlockUse['attributes']): WidgetChoice {
  const { encoded, hash } = isMap(instance) ? instance : {}
  return { id: textOrEmpty(id), idBase: textOrEmpty(idBase), encoded: textOrEmpty(encoded), hash: textOrEmpty(hash) }
}

const keyOf = ({ id, idBase, encoded, hash }: WidgetChoice): string =>
  JSON.stringify(id === '' ? [idBase, encoded, hash] : [id])

/** The stored widgets that the caller may read, with the frames of their sidebars. */
function readableWidgets({ site, options, principal }: BlockScope): (id: string) => ShownWidget | undefined {
  const stored = storedWidgets(site, options)
  return id => {
    const widget = stored.get(id)
    if (widget === undefined) return undefined
    const sidebar = site.get(sidebars).get(widget.sidebar)
    const isReadable = sidebar?.showInRest === true || managesWidgets(principal)
    return isReadable ? { ...widget, frame: sidebar ?? UNFRAMED } : undefined
  }
}

async function shownWidgets(choices: ReadonlyMap<string, WidgetChoice>, scope: BlockScope) {
  const all = [...choices].slice(0, MAX_WIDGETS)
  const byId = all.some(([, { id }]) => id !== '') ? readableWidgets(scope) : () => undefined
  const isEncoded = all.some(([, { encoded, hash }]) => encoded !== '' && hash !== '')
  const codec = isEncoded ? await instanceCodec(scope.site) : undefined
  return new Map(
    all.flatMap(([key, { id, idBase, encoded, hash }]) => {
      if (id !== '') return [[key, byId(id)] as const]
      const instance = encoded === '' || hash === '' ? {} : codec?.decode(idBase, { encoded, hash })
      return [[key, instance && unstoredWidget(idBase, instance)] as const]
    }),
  )
}

/** `core/legacy-widget`: a widget within a text. A stored one shows only to those who may read it. */
export const legacyWidget = defineBlock({
  name: 'core/legacy-widget',
  apiVersion: 3,
  title: 'Legacy Widget',
  category: 'widgets',
  description: 'A widget that is not a block.',
  attributes: {
    id: { type: 'string', default: null },
    idBase: { type: 'string', default: null },
    instance: { type: 'object', default: null },
  },
  supports: { html: false, customClassName: false, reusable: false },

  async load(uses, scope): Promise<ReadonlyMap<string, string>> {
    const { site, request, widgetDepth = 0 } = scope
    if (widgetDepth >= MAX_AROUND) return new Map()
    const choices = uses.map(({ attributes }) => choiceOf(attributes))
    const shown = await shownWidgets(new Map(choices.map(choice => [keyOf(choice), choice])), scope)
    const widgets = [...shown.values()].filter(widget => widget !== undefined)
    const rendered = await renderWidgets(site, request, widgets, widgetDepth)
    return new Map([...shown].map(([key, widget]) => [key, (widget && rendered.get(widget)) ?? '']))
  },

  render: (attributes, _content, widgets) => widgets.get(keyOf(choiceOf(attributes))) ?? '',
})
