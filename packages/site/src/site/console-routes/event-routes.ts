import { endpoint, objectSchema, pageReply } from '@platen/core'
import { pagingArgs, refuseCursor, text } from '../../kernel/rest/index.js'
import { type AuditRecord, auditKinds } from '../../people/audit/index.js'
import { CONSOLE_NAMESPACE, type ConsoleRoutesSite, callerOf } from './console-site.js'

const userSchema = (description: string) =>
  ({
    description,
    type: 'object',
    properties: {
      id: { description: 'The identifier; 0 for nobody.', type: 'integer' },
      login: { description: 'The login at that time.', type: 'string' },
    },
  }) as const

const schema = objectSchema('audit-event', {
  id: { description: 'The identifier of the event.', type: 'integer' },
  kind: { ...text('What happened.'), enum: auditKinds },
  date_gmt: { ...text('When it happened, the last time.'), format: 'date-time' },
  since_gmt: { ...text('When it happened the first time, if it repeats.'), format: 'date-time' },
  count: { description: 'How often it happened.', type: 'integer' },
  actor: userSchema('Who did it.'),
  account: userSchema('Whose account it is about.'),
  network: text('An IPv4 address, or the /64 of an IPv6 address; empty if it is unknown.'),
  detail: { description: 'Details, such as roles.', type: 'object', properties: {}, additionalProperties: true },
})

const utc = (time: number): string => new Date(time).toISOString().slice(0, 19)

const shown = (event: AuditRecord) => ({
  id: event.id,
  kind: event.kind,
  date_gmt: utc(event.time),
  since_gmt: utc(event.since),
  count: event.count,
  actor: { id: event.actor, login: event.actorLogin },
  account: { id: event.account, login: event.accountLogin },
  network: event.network,
  detail: event.detail,
})

/** The audit events, the latest first. */
export function registerEventRoutes({ audit, context, registerRoute }: ConsoleRoutesSite): void {
  const { page, per_page } = pagingArgs
  registerRoute(CONSOLE_NAMESPACE, '/events', {
    schema,
    endpoints: [
      endpoint({
        methods: 'GET',
        responds: { shape: 'list', paged: true },
        args: {
          page,
          per_page,
          kind: {
            description: 'Only events of these kinds.',
            type: 'array',
            items: { type: 'string', enum: auditKinds },
          },
          user: { description: 'The id of a user who did it, or whose account it is about.', type: 'integer' },
        },
        requiresLogin: true,
        permission: { capability: 'manage_options' },
        async handler(request) {
          const { page: at, per_page: perPage, kind, user } = request.params
          refuseCursor(request)
          const query = { kinds: kind, user, limit: perPage, offset: (at - 1) * perPage }
          const { events, total } = await audit.list(query, callerOf(request))
          return {
            ...pageReply({ items: events.map(shown), total, page: at, perPage }, request, context.registry),
            fieldsApplied: false,
          }
        },
      }),
    ],
  })
}
