import type { AuthenticationScheme } from '../access/authenticator.js'
import type { InterfaceNames } from '../links.js'
import type { JsonSchema, ParameterObject, Reference, ResponseObject, SecuritySchemeObject } from './document.js'

const schemaReference = (name: string): Reference => ({ $ref: `#/components/schemas/${name}` })

/** The schemas that all resources and errors share. */
export const COMMON_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Error: {
    description: 'An error. Clients compare `code`; `message` is for people.',
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: {
      code: { description: 'What went wrong, as a name that does not change.', type: 'string' },
      message: { description: 'What went wrong, in words.', type: 'string' },
      data: {
        description: 'The status, and details such as the invalid parameters.',
        type: ['object', 'null', 'array', 'string', 'number', 'boolean'],
        properties: { status: { description: 'The status of the response.', type: ['integer', 'null'] } },
      },
      additional_errors: { description: 'Further errors.', type: 'array', items: schemaReference('Error') },
    },
  },
  Link: {
    description: 'A link to a related resource.',
    type: 'object',
    required: ['href'],
    properties: {
      href: { description: 'The URL, or its template.', type: 'string' },
      embeddable: { description: 'Whether `_embed` includes its target.', type: 'boolean' },
      templated: { description: 'Whether `href` is a template.', type: 'boolean' },
      name: { description: 'The prefix that a template is for.', type: 'string' },
      targetHints: {
        description: 'What the caller may do with the target.',
        type: 'object',
        properties: { allow: { description: 'The methods.', type: 'array', items: { type: 'string' } } },
      },
    },
  },
  Links: {
    description: 'Links by relation.',
    type: 'object',
    additionalProperties: { type: 'array', items: schemaReference('Link') },
  },
  Embedded: {
    description: 'The resources that links lead to, by relation; an error for one that the caller may not read.',
    type: 'object',
    additionalProperties: { type: 'array' },
  },
  Envelope: {
    description: 'The response to a request with `_envelope`.',
    type: 'object',
    required: ['body', 'status', 'headers'],
    properties: {
      body: { description: 'The body that the response has without `_envelope`.' },
      status: { description: 'Its status.', type: 'integer' },
      headers: { description: 'Its headers; an empty list if there are none.', type: ['object', 'array'] },
    },
  },
}

/** The members that resources have besides their fields, unless a field has the same name. */
export const LINKED_MEMBERS: Readonly<Record<string, JsonSchema>> = {
  _links: schemaReference('Links'),
  _embedded: schemaReference('Embedded'),
  _omitted: {
    description: 'The fields that the response omits because it would be too long.',
    type: 'array',
    items: { type: 'string' },
  },
}

/** The parameters of all operations that respond with JSON. */
export const COMMON_PARAMETERS: Readonly<Record<string, ParameterObject>> = {
  _fields: {
    name: '_fields',
    in: 'query',
    description:
      'Only these fields; `a.b` is a field within one. The response then matches its schema without `required`.',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string' } },
  },
  _embed: {
    name: '_embed',
    in: 'query',
    description: 'Adds the targets of embeddable links as `_embedded`: of these relations, or of all if it is `1`.',
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'string' } },
  },
  _envelope: {
    name: '_envelope',
    in: 'query',
    description: 'Wraps the response in an `Envelope`, which has the schema of the response as its `body`.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Entity tags of known responses: if one is current, the response is a 304.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The entity tag that the change is based on; a 412 if the resource has changed since.',
    schema: { type: 'string' },
  },
  IfUnmodifiedSince: {
    name: 'If-Unmodified-Since',
    in: 'header',
    description: 'The time of the version that the change is based on, where resources have such a time.',
    schema: { type: 'string' },
  },
}

/** The headers of responses by the name of their component. */
export const commonHeaders = ({ headerPrefix }: InterfaceNames) =>
  ({
    Total: { header: `${headerPrefix}Total`, description: 'The number of items on all pages.', type: 'integer' },
    TotalPages: { header: `${headerPrefix}TotalPages`, description: 'The number of pages.', type: 'integer' },
    TotalRelation: {
      header: `${headerPrefix}TotalRelation`,
      description: '`at-least` if there are more items than were counted.',
      type: 'string',
    },
    Link: { header: 'Link', description: 'Links to the root, and to the next and previous page.', type: 'string' },
    ETag: { header: 'ETag', description: 'The entity tag, for conditional requests.', type: 'string' },
    Allow: { header: 'Allow', description: 'The methods that the caller may use.', type: 'string' },
    Location: { header: 'Location', description: 'The URL of the new resource.', type: 'string' },
  }) as const

const failure = (description: string): ResponseObject => ({
  description,
  content: { 'application/json': { schema: schemaReference('Error') } },
})

/** The responses that operations share. */
export const COMMON_RESPONSES: Readonly<Record<string, ResponseObject>> = {
  NotModified: { description: 'The response that the client has is current.' },
  BadRequest: failure('Parameters are missing or invalid.'),
  Unauthorized: failure('The caller must sign in.'),
  Forbidden: failure('The caller is not allowed to do this.'),
  NotFound: failure('The resource does not exist.'),
  PreconditionFailed: failure('The resource has changed since the version that the request is based on.'),
  Failure: failure('Any other error.'),
}

/** The security schemes of an interface, and their combinations that identify a caller. */
export interface Security {
  readonly schemes: Readonly<Record<string, SecuritySchemeObject>>
  readonly alternatives: readonly Readonly<Record<string, readonly string[]>>[]
}

export function securityOf(ways: readonly AuthenticationScheme[]): Security {
  const all = ways.map(securityBy)
  return {
    schemes: Object.assign({}, ...all),
    alternatives: all.map(schemes => Object.fromEntries(Object.keys(schemes).map(name => [name, []]))),
  }
}

function securityBy(way: AuthenticationScheme): Security['schemes'] {
  if (way.type === 'session')
    return {
      session: { type: 'apiKey', in: 'cookie', name: way.cookie, description: 'The cookie of a session.' },
      nonce: {
        type: 'apiKey',
        in: 'header',
        name: way.nonceHeader,
        description: 'The nonce of the session, without which its cookie is ignored.',
      },
    }
  const description =
    way.type === 'basic' ? 'The login of a user and an application password.' : 'A token of an identity provider.'
  return { [way.type]: { type: 'http', scheme: way.type, description } }
}
