import { type Args, endpoint, type HandlerRequest, memoKey, type Reply, RestError } from '@platen/core'
import { deletionReply } from '../../rest/deletion-reply.js'
import type { SiteContext } from '../../site-context.js'
import type { ApplicationPasswordRecord } from '../../storage/index.js'
import { APPLICATION_PASSWORD } from './application-password-authenticator.js'
import { isOwner, managesOwner, standingOwner } from './application-password-owner.js'
import {
  type ApplicationPasswordDraft,
  applicationPasswordResource,
  applicationPasswordsUrl,
  type ShownPassword,
} from './application-password-resource.js'
import {
  createPassword,
  noSuchPassword,
  passwordOf,
  passwordsOf,
  renamePassword,
  revokeAllPasswords,
  revokePassword,
} from './stored-passwords.js'

const OWNER_PATH = '/users/(?P<user_id>(?:[\\d]+|me))/application-passwords'

const addressedPassword = memoKey<Promise<ApplicationPasswordRecord>>('password')

/** The routes of application passwords (specification section 4.11). */
export function registerApplicationPasswords(site: SiteContext): void {
  const resource = applicationPasswordResource(site)
  const schema = () => resource.schema
  const context: Args = { context: resource.contextArg() }
  const single = async (password: ShownPassword, request: HandlerRequest, view?: 'edit'): Promise<Reply> => ({
    ...(await resource.reply(password, request, view)),
    state: { version: password.version },
  })
  const addressed = (request: HandlerRequest): Promise<ApplicationPasswordRecord> =>
    request.once(addressedPassword, async () => {
      const owner = await standingOwner(site, request)
      const password = await passwordOf(site, owner, String(request.params['uuid']))
      if (password === undefined) throw noSuchPassword()
      return password
    })
  const state = async (request: HandlerRequest) => ({ version: (await addressed(request)).version })
  const draftOf = async (request: HandlerRequest): Promise<ApplicationPasswordDraft> => {
    const draft: ApplicationPasswordDraft = { name: undefined, appId: undefined }
    await resource.apply(draft, request)
    return draft
  }

  site.registry.route(site.namespace, OWNER_PATH, {
    schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        args: context,
        requiresLogin: true,
        permission: managesOwner(
          site,
          'rest_cannot_list_application_passwords',
          'You are not allowed to list these application passwords.',
        ),
        async handler(request): Promise<Reply> {
          const passwords = await passwordsOf(site, await standingOwner(site, request))
          return { body: await resource.present(passwords, request), fieldsApplied: true }
        },
      }),
      endpoint({
        methods: 'POST',
        args: resource.createArgs(),
        requiresLogin: true,
        permission: managesOwner(
          site,
          'rest_cannot_create_application_passwords',
          'You are not allowed to make application passwords for this user.',
        ),
        async handler(request): Promise<Reply> {
          const owner = await standingOwner(site, request)
          const password = await createPassword(site, owner, await draftOf(request))
          const reply = await single(password, request, 'edit')
          return {
            ...reply,
            status: 201,
            headers: { Location: `${applicationPasswordsUrl(site, owner)}/${password.uuid}` },
          }
        },
      }),
      endpoint({
        methods: 'DELETE',
        requiresLogin: true,
        permission: managesOwner(
          site,
          'rest_cannot_delete_application_passwords',
          'You are not allowed to revoke these application passwords.',
        ),
        async handler(request): Promise<Reply> {
          const count = await revokeAllPasswords(site, await standingOwner(site, request))
          return { body: { deleted: true, count } }
        },
      }),
    ],
  })

  // Registered before the route of one password, whose pattern matches this address too.
  site.registry.route(site.namespace, `${OWNER_PATH}/introspect`, {
    schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        args: context,
        requiresLogin: true,
        permission: isOwner(site),
        async handler(request): Promise<Reply> {
          const { credential } = site.principal(request)
          const owner = await standingOwner(site, request)
          const password =
            credential?.kind === APPLICATION_PASSWORD ? await passwordOf(site, owner, credential.id) : undefined
          if (password === undefined) {
            throw new RestError(
              'rest_no_authenticated_app_password',
              'This request was made without an application password.',
              404,
            )
          }
          return single(password, request)
        },
      }),
    ],
  })

  site.registry.route(site.namespace, `${OWNER_PATH}/(?P<uuid>[\\w\\-]+)`, {
    schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        args: context,
        requiresLogin: true,
        permission: managesOwner(
          site,
          'rest_cannot_read_application_password',
          'You are not allowed to see this application password.',
        ),
        handler: async request => single(await addressed(request), request),
      }),
      endpoint({
        methods: ['POST', 'PUT', 'PATCH'],
        args: resource.updateArgs(),
        requiresLogin: true,
        permission: managesOwner(
          site,
          'rest_cannot_edit_application_password',
          'You are not allowed to change this application password.',
        ),
        state,
        async handler(request): Promise<Reply> {
          const password = await addressed(request)
          const draft = await draftOf(request)
          return single(await renamePassword(site, password, draft, request.expectedVersion), request, 'edit')
        },
      }),
      endpoint({
        methods: 'DELETE',
        requiresLogin: true,
        permission: managesOwner(
          site,
          'rest_cannot_delete_application_password',
          'You are not allowed to revoke this application password.',
        ),
        state,
        async handler(request): Promise<Reply> {
          const password = await addressed(request)
          return deletionReply(resource, password, request, 'edit', () =>
            revokePassword(site, password, request.expectedVersion),
          )
        },
      }),
    ],
  })
}
