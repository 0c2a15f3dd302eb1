import { fieldBuilder, type Resource } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import type { ApplicationPasswordRecord, UserRecord } from '../../kernel/records/index.js'
import {
  moment,
  setProperty,
  shownField,
  siteResource,
  text,
  VIEW_EDIT,
  VIEW_EDIT_EMBED,
} from '../../kernel/rest/index.js'
import { siteTime } from '../../kernel/time/index.js'
import { usersUrl } from '../users/index.js'
import type { ApplicationPasswordInput, ApplicationPasswordLimits } from './application-password-input.js'
import { requestedOwner } from './application-password-owner.js'
import { limitArgs } from './password-limits.js'

/** An application password to show; `secret` is there once, right after it was created. */
export interface ShownPassword extends ApplicationPasswordRecord {
  readonly secret?: string | undefined
}

interface PasswordView {
  /** Whether the caller may manage the owner's application passwords. */
  readonly manages: boolean
}

/** The input of a creation; a change has no limits. */
type PasswordInput = ApplicationPasswordInput & ApplicationPasswordLimits

const field = fieldBuilder<ShownPassword, PasswordView, never, PasswordInput>()

const shown = shownField<ShownPassword, PasswordView, never>

const utc = siteTime('').utc
const momentOf = (seconds: number) => utc(seconds * 1000)

function givenFields() {
  return {
    app_id: field({
      schema: {
        description: 'The identifier of the application, which distinguishes its passwords from those of others.',
        type: 'string',
        oneOf: [
          { type: 'string', format: 'uuid' },
          { type: 'string', enum: [''] },
        ],
      },
      contexts: VIEW_EDIT_EMBED,
      get: password => password.appId,
      set: setProperty('appId', String),
    }),
    name: field({
      schema: {
        description: 'The name of the application.',
        type: 'string',
        required: true,
        minLength: 1,
        pattern: '.*\\S.*',
      },
      contexts: VIEW_EDIT_EMBED,
      get: password => password.name,
      set: setProperty('name', String),
    }),
  }
}

/** Whether an application password has any limit: in some dialects, others do not show that there are limits. */
const isLimited = ({ scopes, expires, networks }: ShownPassword): boolean =>
  scopes !== null || expires !== null || networks !== null

function limitFields(inSchema: boolean) {
  const shownLimit =
    <T>(get: (password: ShownPassword) => T) =>
    (password: ShownPassword) =>
      inSchema || isLimited(password) ? get(password) : undefined
  return {
    scopes: field({
      schema: limitArgs.scopes,
      contexts: VIEW_EDIT,
      argument: 'create',
      inSchema,
      optional: true,
      get: shownLimit(password => password.scopes),
      set: setProperty('scopes', listOrNull),
    }),
    expires: field({
      schema: limitArgs.expires,
      contexts: VIEW_EDIT,
      argument: 'create',
      inSchema,
      optional: true,
      get: shownLimit(({ expires }) => (expires === null ? null : momentOf(expires))),
      set: setProperty('expires', value => (value === null ? null : dateOf(String(value)))),
    }),
    networks: field({
      schema: limitArgs.networks,
      contexts: VIEW_EDIT,
      argument: 'create',
      inSchema,
      optional: true,
      get: shownLimit(password => password.networks),
      set: setProperty('networks', listOrNull),
    }),
  }
}

const listOrNull = (value: unknown): readonly string[] | null => (Array.isArray(value) ? value.map(String) : null)

/** A time without an offset is in UTC. */
const dateOf = (text: string): Date => new Date(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)

/** The table of fields of application passwords; `describesLimits` is that of the dialect. */
export function passwordFields(describesLimits: boolean) {
  return {
    uuid: shown(
      VIEW_EDIT_EMBED,
      { description: 'The identifier of the application password.', type: 'string', format: 'uuid' },
      password => password.uuid,
    ),
    ...givenFields(),
    password: {
      ...shown(['edit'], text('The password itself, shown only when it is created.'), password => password.secret),
      optional: true,
    },
    created: shown(VIEW_EDIT, moment('When it was created, in UTC.'), password => momentOf(password.created)),
    last_used: field({
      schema: {
        description: 'When it was last used, in UTC and to the day.',
        type: ['string', 'null'],
        format: 'date-time',
      },
      contexts: VIEW_EDIT,
      readonly: true,
      get: ({ lastUsed }) => (lastUsed === null ? null : momentOf(lastUsed)),
    }),
    last_ip: shown(
      VIEW_EDIT,
      { description: 'The IP address it was last used from.', type: ['string', 'null'], format: 'ip' },
      password => password.lastIp,
    ),
    ...limitFields(describesLimits),
  }
}

export const applicationPasswordsUrl = (site: SiteContext, owner: Pick<UserRecord, 'id'>): string =>
  `${usersUrl(site)}/${owner.id}/application-passwords`

export type ApplicationPasswordResource = Resource<ShownPassword, PasswordInput, ReturnType<typeof passwordFields>>

/** The resource of application passwords; all passwords in a response belong to the same user. */
export function applicationPasswordResource(site: SiteContext): ApplicationPasswordResource {
  return siteResource(site, 'application-password', {
    title: 'application-password',
    fields: passwordFields(site.dialect.describesPasswordLimits),
    async load(_passwords, _needs, request) {
      return { manages: request.principal.can('edit_user', await requestedOwner(site, request)) }
    },
    links: {
      of: (password, { manages }) => ({
        self: [
          {
            href: `${applicationPasswordsUrl(site, { id: password.user })}/${password.uuid}`,
            targetHints: { allow: manages ? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] : [] },
          },
        ],
      }),
    },
  })
}
