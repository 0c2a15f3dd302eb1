import { type Args, endpoint, type HandlerRequest, memoKey, objectSchema, type Reply, RestError } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { inTransaction } from '../../kernel/operations/index.js'
import type { ApplicationPasswordRecord } from '../../kernel/records/index.js'
import { deletionReply, extraInput, schemasOf } from '../../kernel/rest/index.js'
import { noSuchPassword } from './application-password-access.js'
import { APPLICATION_PASSWORD } from './application-password-authenticator.js'
import type { ApplicationPasswordInput, ApplicationPasswordLimits } from './application-password-input.js'
import {
  createApplicationPassword,
  renameApplicationPassword,
  revokeApplicationPassword,
  revokeApplicationPasswords,
} from './application-password-operations.js'
import { isOwner, managesOwner, requestedOwner } from './application-password-owner.js'
import {
  applicationPasswordResource,
  applicationPasswordsUrl,
  type ShownPassword,
} from './application-password-resource.js'
import { passwordOf, passwordsOf } from './stored-passwords.js'

const OWNER_PATH = '/users/(?P<user_id>(?:[\\d]+|me))/application-passwords'

const addressedPassword = memoKey<Promise<ApplicationPasswordRecord>>('password')

/** Declares the routes of application passwords (specification section 4.11). */
export function registerApplicationPasswords(site: SiteContext): void {
  const shared = sharedByRoutes(site)
  registerCollection(shared)
  // Registered before the route of one password, whose pattern matches this path too.
  registerIntrospection(shared)
  registerSingle(shared)
}

type Shared = ReturnType<typeof sharedByRoutes>

function sharedByRoutes(site: SiteContext) {
  const resource = applicationPasswordResource(site)
  const single = async (password: ShownPassword, request: HandlerRequest, view?: 'edit'): Promise<Reply> => ({
    ...(await resource.reply(password, request, view)),
    state: { version: password.version },
  })
  const addressed = (request: HandlerRequest): Promise<ApplicationPasswordRecord> =>
    request.once(addressedPassword, async () => {
      const owner = await requestedOwner(site, request)
      const password = await passwordOf(site, owner, String(request.params['uuid']))
      if (password === undefined) throw noSuchPassword()
      return password
    })
  const extras = extraInput(site, 'application-password')
  const input = async (
    request: HandlerRequest,
    use: 'create' | 'update',
  ): Promise<ApplicationPasswordInput & ApplicationPasswordLimits> => {
    const sent: ApplicationPasswordInput & ApplicationPasswordLimits = { fields: extras(request) }
    await resource.apply(sent, request, use)
    return sent
  }
  return {
    site,
    resource,
    schemas: schemasOf(resource),
    context: { context: resource.contextArg() } satisfies Args,
    requiresLogin: true,
    single,
    addressed,
    input,
  } as const
}

const revokedSchema = () =>
  objectSchema('revoked-application-passwords', {
    deleted: { description: 'Whether all of them are revoked.', type: 'boolean', required: true },
    count: { description: 'Their number.', type: 'integer', required: true },
  })

/** The application passwords of a user. */
function registerCollection({ site, resource, schemas, context, requiresLogin, single, input }: Shared): void {
  site.registry.route(site.namespace, OWNER_PATH, {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list' },
        args: context,
        requiresLogin,
        permission: managesOwner(site, 'list'),
        async handler(request): Promise<Reply> {
          const passwords = await passwordsOf(site, await requestedOwner(site, request))
          return { body: await resource.present(passwords, request), fieldsApplied: true }
        },
      }),
      endpoint({
        methods: 'POST',
        responds: { shape: 'item', status: 201, context: 'edit' },
        args: resource.createArgs(),
        undescribedArgs: site.dialect.describesPasswordLimits ? [] : ['scopes', 'expires', 'networks'],
        requiresLogin,
        permission: managesOwner(site, 'create'),
        async handler(request): Promise<Reply> {
          const owner = await requestedOwner(site, request)
          const sent = { ...(await input(request, 'create')), user: owner.id, secure: request.secure }
          const password = await inTransaction(
            site,
            tx => createApplicationPassword(tx, site.principal(request), sent),
            request.remoteAddress,
          )
          const headers = { Location: `${applicationPasswordsUrl(site, owner)}/${password.uuid}` }
          return { ...(await single(password, request, 'edit')), status: 201, headers }
        },
      }),
      endpoint({
        methods: 'DELETE',
        responds: { shape: 'item', schema: revokedSchema },
        requiresLogin,
        permission: managesOwner(site, 'revokeAll'),
        async handler(request): Promise<Reply> {
          const { id: user } = await requestedOwner(site, request)
          const of = { user, secure: request.secure }
          const count = await inTransaction(
            site,
            tx => revokeApplicationPasswords(tx, site.principal(request), of),
            request.remoteAddress,
          )
          return { body: { deleted: true, count } }
        },
      }),
    ],
  })
}

/** The application password that authenticated the request. */
function registerIntrospection({ site, schemas, context, requiresLogin, single }: Shared): void {
  site.registry.route(site.namespace, `${OWNER_PATH}/introspect`, {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        args: context,
        requiresLogin,
        permission: isOwner(site),
        anyScope: true,
        async handler(request): Promise<Reply> {
          const { credential } = site.principal(request)
          const owner = await requestedOwner(site, request)
          const password =
            credential?.kind === APPLICATION_PASSWORD ? await passwordOf(site, owner, credential.id) : undefined
          if (password === undefined) {
            throw new RestError(
              'rest_no_authenticated_app_password',
              'This request was not authenticated with an application password.',
              404,
            )
          }
          return single(password, request)
        },
      }),
    ],
  })
}

/** One application password. */
function registerSingle({ site, resource, schemas, context, requiresLogin, single, addressed, input }: Shared): void {
  const state = async (request: HandlerRequest) => ({ version: (await addressed(request)).version })
  site.registry.route(site.namespace, `${OWNER_PATH}/(?P<uuid>[\\w\\-]+)`, {
    ...schemas,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'item' },
        args: context,
        requiresLogin,
        permission: managesOwner(site, 'read'),
        handler: async request => single(await addressed(request), request),
      }),
      endpoint({
        methods: ['POST', 'PUT', 'PATCH'],
        responds: { shape: 'item', context: 'edit' },
        args: resource.updateArgs(),
        emptyForNull: site.dialect.emptyForNull ? ['name'] : [],
        requiresLogin,
        permission: managesOwner(site, 'rename'),
        state,
        async handler(request): Promise<Reply> {
          const { id } = await addressed(request)
          const { secure, expectedVersion: version } = request
          const changes = { ...(await input(request, 'update')), id, version, secure }
          const password = await inTransaction(site, tx =>
            renameApplicationPassword(tx, site.principal(request), changes),
          )
          return single(password, request, 'edit')
        },
      }),
      endpoint({
        methods: 'DELETE',
        responds: { shape: 'item', context: 'edit', deletes: true },
        requiresLogin,
        permission: managesOwner(site, 'revoke'),
        state,
        async handler(request): Promise<Reply> {
          const password = await addressed(request)
          const { secure, expectedVersion: version } = request
          const target = { id: password.id, version, secure }
          return deletionReply(resource, password, request, 'edit', () =>
            inTransaction(
              site,
              tx => revokeApplicationPassword(tx, site.principal(request), target),
              request.remoteAddress,
            ),
          )
        },
      }),
    ],
  })
}
