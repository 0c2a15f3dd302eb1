import { generate } from '../../generate.js'
import type { Compiled, PlannedLinks } from './plan-links.js'

/** Writes chunks; a slot is computed when it is first written. */
const chunksCode = (chunks: readonly Compiled[]): string =>
  chunks
    .map(chunk =>
      typeof chunk === 'string'
        ? `json += ${JSON.stringify(chunk)}\n`
        : `json += computed${chunk} ??= String(slot${chunk}(record, view))\n`,
    )
    .join('')

/**
 * Generates a writer of links that is equivalent to iterating over the steps. Undefined where code generation is
 * disallowed.
 */
export function generateLinksWriter<R, V>(
  { steps, slots, prefixed }: PlannedLinks<R, V>,
  curies: string,
): ((record: R, view: V) => string) | undefined {
  const given: Record<string, unknown> = {}
  slots.forEach((slot, index) => {
    given[`slot${index}`] = slot
  })
  let code = slots.map((_, index) => `let computed${index}\n`).join('')
  // After a step that is always written, all following steps start with a comma.
  let begun = false
  const separator = () => (begun ? `','` : `(json === '' ? '{' : ',')`)
  steps.forEach((step, index) => {
    if ('chunks' in step) {
      code += `json += ${separator()}\n${chunksCode(step.chunks)}`
      begun = true
      return
    }
    code += 'any = false\n'
    step.rows.forEach(({ when, chunks }, row) => {
      given[`when${index}_${row}`] = when
      const condition = when === undefined ? '' : `if (when${index}_${row}(record, view)) `
      const head = JSON.stringify(step.head)
      code += `${condition}{\nif (any) json += ','\nelse { json += ${separator()}\njson += ${head} }\n${chunksCode(chunks)}any = true\n}\n`
    })
    code += `if (any) { json += ']'${step.prefixed ? '\nprefixed = true' : ''} }\n`
  })
  const closed = `json === '' ? '{}' : json + (prefixed ? ${JSON.stringify(curies)} : '}')`
  return generate(
    given,
    `return (record, view) => {\nlet json = '', any = false, prefixed = ${prefixed}\n${code}return ${closed}\n}`,
  )
}
