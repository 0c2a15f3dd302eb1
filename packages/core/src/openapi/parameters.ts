import type { CompiledArg, Endpoint } from '../registry/route.js'
import type { Schema } from '../schema/schema.js'
import type { SchemaTranslator } from './components.js'
import type { JsonSchema, ParameterObject, RequestBodyObject } from './document.js'
import type { PathParameter, PathTemplate } from './path-templates.js'
import { unicodePattern } from './unicode-pattern.js'

const DIGITS = /^(?:\[(?:\\\/)?\\d\+?\]\+|\\d\+)$/

/** The parameters in a path. */
export const pathParameters = (
  { parameters }: PathTemplate,
  endpoint: Endpoint,
  translator: SchemaTranslator,
): readonly ParameterObject[] =>
  parameters.map(parameter => {
    const schema = endpoint.argsByName.get(parameter.name)?.schema
    return {
      name: parameter.name,
      in: 'path',
      ...(schema?.description !== undefined && { description: schema.description }),
      required: true,
      schema: pathSchema(parameter, schema, translator),
    }
  })

function pathSchema(
  { name, expression }: PathParameter,
  schema: Schema | undefined,
  translator: SchemaTranslator,
): JsonSchema {
  if (DIGITS.test(expression) || schema?.type === 'integer') return { type: 'integer' }
  const {
    description: _,
    default: _default,
    ...declared
  } = schema === undefined ? {} : translator.request(schema, name)
  const pattern = unicodePattern(`^(?:${expression})$`)
  return { type: 'string', ...(pattern !== undefined && { pattern }), ...declared }
}

/** The schema of a request's argument, as discovery shows it. */
const argumentSchema = ({ schema, shown }: CompiledArg): Schema =>
  shown === undefined ? schema : { ...schema, ...shown }

const argumentsBeside = (endpoint: Endpoint, { parameters }: PathTemplate): readonly CompiledArg[] =>
  endpoint.args.filter(arg => !parameters.some(({ name }) => name === arg.name))

/** The parameters in the query, for requests without a body. */
export const queryParameters = (
  endpoint: Endpoint,
  template: PathTemplate,
  translator: SchemaTranslator,
): readonly ParameterObject[] =>
  argumentsBeside(endpoint, template).map(arg => {
    const { description, deprecated, ...schema } = translator.request(argumentSchema(arg), arg.name)
    return {
      name: arg.name,
      in: 'query',
      ...(typeof description === 'string' && { description }),
      ...(arg.required && { required: true }),
      ...(deprecated === true && { deprecated }),
      ...styleOf(schema),
      schema,
    }
  })

/** How the query parser reads lists (`1,2`) and objects (`a[b]=1`). */
function styleOf({ type, items }: JsonSchema): Pick<ParameterObject, 'style' | 'explode'> {
  const types = [type ?? []].flat()
  const hasObjects = types.includes('object') || (typeof items === 'object' && items.type === 'object')
  if (hasObjects) return { style: 'deepObject', explode: true }
  return types.includes('array') ? { style: 'form', explode: false } : {}
}

/** A body of arguments, with the name of its component. */
export interface ArgumentBody {
  readonly schema: JsonSchema
  readonly isRequired: boolean
}

/** The arguments of a request with a body; undefined if there are none. */
export function argumentBody(
  endpoint: Endpoint,
  template: PathTemplate,
  translator: SchemaTranslator,
  name: string,
): ArgumentBody | undefined {
  const args = argumentsBeside(endpoint, template)
  if (args.length === 0) return undefined
  const properties = args.map(
    arg => [arg.name, translator.request(argumentSchema(arg), `${name}_${arg.name}`)] as const,
  )
  const required = args.flatMap(arg => (arg.required ? [arg.name] : []))
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
    },
    isRequired: required.length > 0,
  }
}

const FILE: JsonSchema = { description: 'The file.', type: 'string', contentMediaType: 'application/octet-stream' }

/** The forms in which a body of arguments is sent. */
export function requestBody(
  reference: JsonSchema,
  { isRequired }: Pick<ArgumentBody, 'isRequired'>,
  { body }: Endpoint,
): RequestBodyObject {
  const receivesFiles = body.receive !== undefined
  return {
    ...(isRequired && !receivesFiles && { required: true }),
    content: {
      'application/json': { schema: reference },
      'application/x-www-form-urlencoded': { schema: reference },
      ...(receivesFiles && {
        'multipart/form-data': { schema: { allOf: [reference, { type: 'object', properties: { file: FILE } }] } },
        'application/octet-stream': { schema: FILE },
      }),
    },
  }
}
