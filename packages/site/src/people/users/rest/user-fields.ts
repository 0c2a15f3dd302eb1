import { type Context, fieldBuilder } from '@platen/core'
import { metaGetters, metaKeys, metaSchema, shownMetaSchema } from '../../../content/meta/index.js'
import { authorLink } from '../../../content/posts/index.js'
import { capabilitiesOf, type SiteContext } from '../../../kernel/context/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'
import {
  EDIT,
  EMBED_VIEW_EDIT,
  integer,
  map,
  moment,
  orEmpty,
  setProperty,
  shownField,
  text,
  uri,
  VIEW_EDIT,
} from '../../../kernel/rest/index.js'
import { avatarUrls, avatarUrlsSchema } from '../avatar-urls.js'
import type { UserInput } from '../operations/user-input.js'
import { localesOf, shownLocale } from '../user-options.js'
import type { UserNeed, UserView } from './user-view.js'

const field = fieldBuilder<UserRecord, UserView, UserNeed, UserInput>()

const shown = shownField<UserRecord, UserView, UserNeed>

const NOWHERE: readonly never[] = []

function identityFields() {
  return {
    id: shown(EMBED_VIEW_EDIT, integer('The identifier of the user.'), user => user.id),
    username: field({
      schema: { description: 'The name that the user signs in with.', type: 'string', required: true },
      contexts: EDIT,
      get: user => user.login,
      set: setProperty('login', String),
    }),
  }
}

function nameFields() {
  const name = (
    description: string,
    contexts: readonly Context[],
    from: 'displayName' | 'firstName' | 'lastName' | 'nickname',
    to: 'name' | 'firstName' | 'lastName' | 'nickname',
  ) =>
    field({
      schema: { description, type: 'string' },
      contexts,
      get: user => user[from],
      set: (input, value) => {
        input[to] = value
      },
    })
  return {
    name: name('The name that is shown.', EMBED_VIEW_EDIT, 'displayName', 'name'),
    first_name: name('The first name.', EDIT, 'firstName', 'firstName'),
    last_name: name('The last name.', EDIT, 'lastName', 'lastName'),
    nickname: name('The nickname.', EDIT, 'nickname', 'nickname'),
  }
}

function profileFields(site: SiteContext) {
  return {
    email: field({
      schema: { description: 'The email address.', type: 'string', format: 'email', required: true },
      contexts: EDIT,
      get: user => user.email,
      set: setProperty('email', String),
    }),
    url: field({
      schema: { description: "The address of the user's own site.", ...site.dialect.clearableUri },
      responds: orEmpty("The address of the user's own site.", 'uri'),
      contexts: EMBED_VIEW_EDIT,
      get: user => user.url,
      set: setProperty('url', value => String(value ?? '')),
    }),
    description: field({
      schema: text('The biography of the user.'),
      contexts: EMBED_VIEW_EDIT,
      get: user => user.description,
      set: setProperty('description', String),
    }),
    link: shown(EMBED_VIEW_EDIT, uri("The address of the page with the user's posts."), (user, { options }) =>
      authorLink(site, user, options),
    ),
    locale: field({
      schema: { description: 'The language that the user works in.', type: 'string', enum: ['', ...localesOf(site)] },
      contexts: EDIT,
      get: (user, { options }) => shownLocale(user, options),
      set: setProperty('locale', String),
    }),
    slug: field({
      schema: text("The user's name in addresses, unique among users."),
      contexts: EMBED_VIEW_EDIT,
      get: user => user.slug,
      set: setProperty('slug', String),
    }),
    registered_date: {
      ...shown(EDIT, moment('When the account was made.'), user => `${user.registered}+00:00`),
      // The other dates have no offset.
      responds: text('When the account was made, with the offset from UTC.'),
    },
  }
}

function accessFields(site: SiteContext) {
  const rolesOf = (user: UserRecord) => Object.fromEntries(user.roles.map(role => [role, true]))
  return {
    roles: field({
      schema: { description: 'The roles of the user.', type: 'array', items: { type: 'string' } },
      contexts: EDIT,
      get: user => user.roles,
      set: (input, value) => {
        input.roles = value
      },
    }),
    password: field({
      schema: { description: 'The password of the account; it is never shown.', type: 'string', required: true },
      contexts: NOWHERE,
      set: setProperty('password', String),
    }),
    capabilities: shown(EDIT, map('All capabilities, including those of the roles.'), user => ({
      ...Object.fromEntries(capabilitiesOf(user, site.roles)),
      ...rolesOf(user),
    })),
    extra_capabilities: shown(EDIT, map('The roles, and capabilities granted or denied beside them.'), user => ({
      ...rolesOf(user),
      ...user.capabilities,
    })),
  }
}

/** The table of fields of users. */
export function userFields(site: SiteContext) {
  const keys = site.get(metaKeys).of('user', '')
  return {
    ...identityFields(),
    ...nameFields(),
    ...profileFields(site),
    ...accessFields(site),
    avatar_urls: shown(
      EMBED_VIEW_EDIT,
      avatarUrlsSchema("Addresses of the user's picture, by width.", EMBED_VIEW_EDIT),
      user => avatarUrls(site, user.email),
    ),
    meta: field({
      schema: metaSchema(keys),
      responds: shownMetaSchema(keys),
      contexts: VIEW_EDIT,
      skipValidation: true,
      needs: ['meta'],
      get: metaGetters(keys, (user: UserRecord, view: UserView) => view.metaOf(user), site.dialect.emptyObjects),
      set: setProperty('meta', value => value),
    }),
  }
}
