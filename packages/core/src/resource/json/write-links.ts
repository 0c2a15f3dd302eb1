import { generateLater } from '../../generate.js'
import { curiesOf, type InterfaceNames } from '../../links.js'
import type { LinkRow } from '../link-row.js'
import { generateLinksWriter } from './generate-links.js'
import { type Compiled, planLinks, type Slot } from './plan-links.js'

/** Writes chunks for a record; `computed` are the slots that have been computed. */
function writeChunks<R, V>(
  chunks: readonly Compiled[],
  slots: readonly Slot<R, V>[],
  computed: string[],
  record: R,
  view: V,
): string {
  let json = ''
  for (const chunk of chunks) {
    if (typeof chunk === 'string') json += chunk
    else {
      let text = computed[chunk]
      if (text === undefined) {
        text = String((slots[chunk] as Slot<R, V>)(record, view))
        computed[chunk] = text
      }
      json += text
    }
  }
  return json
}

/**
 * Creates the writer of the `_links` of a record, with their `curies`. Parts that all records share are written once.
 */
export function linksWriter<R, V>(
  rows: readonly LinkRow<R, V>[],
  names: InterfaceNames,
): (record: R, view: V) => string {
  const planned = planLinks(rows, names)
  const { steps, slots, prefixed: alwaysPrefixed } = planned
  const curies = `,"curies":${JSON.stringify(curiesOf(names))}}`
  const plain = (record: R, view: V): string => {
    const computed = new Array<string>(slots.length)
    let json = ''
    let prefixed = alwaysPrefixed
    for (const step of steps) {
      if ('chunks' in step) {
        json += (json === '' ? '{' : ',') + writeChunks(step.chunks, slots, computed, record, view)
        continue
      }
      let any = false
      for (const { when, chunks } of step.rows) {
        if (when !== undefined && !when(record, view)) continue
        json += any ? ',' : `${json === '' ? '{' : ','}${step.head}`
        json += writeChunks(chunks, slots, computed, record, view)
        any = true
      }
      if (any) json += ']'
      if (any && step.prefixed) prefixed = true
    }
    return json === '' ? '{}' : json + (prefixed ? curies : '}')
  }
  return generateLater(plain, () => generateLinksWriter(planned, curies))
}
