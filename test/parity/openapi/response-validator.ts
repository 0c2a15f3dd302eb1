import type { JsonSchema, OpenApiDocument } from '@platen/core/openapi'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** How a request changes the form of its response. */
export type Form = 'whole' | 'partial'

/** Returns what is wrong about values, a line each: the pointer, and the message. */
export type Validate = (value: unknown) => readonly { readonly at: string; readonly message: string }[]

/** Compiles schemas of a document, given by their JSON pointers, with a validator of JSON Schema 2020-12. */
export function createValidator(document: OpenApiDocument): (pointer: string, form: Form) => Validate {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, inlineRefs: false })
  formats.default(ajv)
  ajv.addFormat('date-time-local', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d$/)
  ajv.addFormat('ip', true)
  ajv.addFormat('hex-color', /^#[\da-f]{3,8}$/i)
  ajv.addSchema({ ...document, $id: 'whole' })
  ajv.addSchema({ ...Object(partial(document)), $id: 'partial' })
  const compiled = new Map<string, Validate>()
  return (pointer, form) => {
    const key = `${form}#${encodeURI(pointer)}`
    const existing = compiled.get(key)
    if (existing !== undefined) return existing
    const validate = ajv.compile({ $ref: key })
    const all: Validate = value =>
      validate(value)
        ? []
        : (validate.errors ?? []).map(({ instancePath, message = '', params, keyword }) => ({
            at: instancePath,
            message: keyword === 'required' || keyword === 'type' ? message : `${message} ${JSON.stringify(params)}`,
          }))
    compiled.set(key, all)
    return all
  }
}

/** The document as it describes responses to `_fields`: no member is required, and an object may be empty. */
function partial(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(partial)
  if (part === null || typeof part !== 'object') return part
  const { required, ...schema } = part as JsonSchema
  const others = Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, partial(inner)]))
  const isNames = Array.isArray(required)
  const isObject = schema.type === 'object'
  return {
    ...others,
    ...(required !== undefined && !isNames && { required: partial(required) }),
    ...(isObject && { type: ['object', 'array'], maxItems: 0 }),
  }
}

/** A key as a part of a JSON pointer. */
export const token = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')
