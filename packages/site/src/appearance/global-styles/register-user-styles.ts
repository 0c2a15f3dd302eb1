import {
  type Args,
  type ArgValidator,
  endpoint,
  type HandlerRequest,
  type PermissionResult,
  type Reply,
} from '@platen/core'
import { addressedPost } from '../../content/posts/index.js'
import type { PostType } from '../../content/types/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import { inTransaction } from '../../kernel/operations/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { schemasOf, writeReply } from '../../kernel/rest/index.js'
import { mayEditStyles, noSuchStyles, updateGlobalStyles } from './global-styles-operations.js'
import { globalStylesResource, type StyleDraft } from './global-styles-resource.js'

const ID = { description: 'The identifier of the styles.', type: 'integer' } as const

const stateOf = ({ version }: PostRecord) => ({ version })

/** Declares the route of the styles of users of a theme. They are created with the theme's link to them. */
export function registerUserStyles(site: SiteContext, type: PostType): void {
  const resource = globalStylesResource(site, type)
  const stylesOf = async (request: HandlerRequest): Promise<PostRecord> => {
    const post = await addressedPost(site, type, request)
    if (post === undefined) throw noSuchStyles()
    return post
  }
  const mayRead = async (request: HandlerRequest): Promise<PermissionResult> => {
    const { principal, params } = request
    const post = await addressedPost(site, type, request)
    if (post === undefined) return noSuchStyles()
    if (params['context'] === 'edit' && !principal.can('edit_post', post))
      return refusal(
        request,
        'rest_forbidden_context',
        'You are not allowed to read these global styles in the context "edit".',
      )
    return (
      principal.can('read_post', post) ||
      refusal(request, 'rest_cannot_view', 'You are not allowed to view these global styles.')
    )
  }

  site.registry.route(type.restNamespace, `/${type.restBase}/{id:[\\/\\d+]+}`, {
    batch: false,
    ...schemasOf(resource),
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        args: { id: ID },
        permission: mayRead,
        async handler(request: HandlerRequest): Promise<Reply> {
          const post = await stylesOf(request)
          return { ...(await resource.reply(post, request)), state: stateOf(post) }
        },
      }),
      endpoint({
        methods: ['POST', 'PUT', 'PATCH'],
        responds: { shape: 'item', context: 'edit' },
        args: resource.updateArgs(),
        ...unlessNull(site, resource.updateArgs()),
        body: { signedIn: true },
        permission: async (request: HandlerRequest) => {
          const post = await addressedPost(site, type, request)
          return post === undefined ? noSuchStyles() : mayEditStyles(request.principal, post)
        },
        state: async request => stateOf(await stylesOf(request)),
        async handler(request): Promise<Reply> {
          const { id } = await stylesOf(request)
          const draft: StyleDraft = {}
          await resource.apply(draft, request, 'update')
          const changes = { ...draft, id, version: request.expectedVersion }
          const post = await inTransaction(site, tx => updateGlobalStyles(tx, site.principal(request), changes))
          return { ...(await writeReply(site, resource, post, request)), state: stateOf(post) }
        },
      }),
    ],
  })
}

/**
 * The validation of arguments for which null changes nothing, in dialects where null is not a value: it replaces the
 * validation by their schemas. Empty in other dialects.
 */
function unlessNull(
  site: SiteContext,
  args: Args,
): { readonly skipValidation: readonly string[]; readonly validators: Readonly<Record<string, ArgValidator>> } {
  if (!site.dialect.emptyForNull) return { skipValidation: [], validators: {} }
  const validators = Object.entries(args).map(([name, schema]): [string, ArgValidator] => {
    const compiled = site.registry.compileSchema(schema)
    return [name, value => (value === null ? undefined : compiled.validate(value, name))]
  })
  return { skipValidation: Object.keys(args), validators: Object.fromEntries(validators) }
}
