import { RestError, type Schema } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import type { SetupCalls } from '../../kernel/features/index.js'
import { escapedText, type OptionSnapshot } from '../../kernel/options/index.js'
import type { UserRecord } from '../../kernel/records/index.js'
import { shownLocale } from '../../people/users/index.js'
import { runtimeVersion, SERVICE_VERSION } from '../site-health/index.js'
import type { AbilityOptions, AbilityPermission, AbilityScope } from './ability.js'
import { environmentOption } from './ability-options.js'
import type { AbilityRegistrations } from './ability-registrations.js'

function siteInfo({ dialect, url }: SiteContext): AbilityOptions<never> {
  const text = textFact<OptionSnapshot>
  return infoAbility<OptionSnapshot>({
    label: 'Facts about the site',
    description: 'Returns the name, the URLs, the language and the version of the site.',
    category: 'site',
    permission: { capability: 'manage_options' },
    load: ({ site }) => site.options(),
    facts: {
      name: text('Name', 'The title of the site.', options => escapedText(options.text('title'))),
      description: text('Tagline', 'The tagline of the site.', options => escapedText(options.text('description'))),
      url: text('URL', 'The URL that visitors open.', () => url),
      [`${dialect.prefix}url`]: text('URL of the service', 'The URL that serves the site.', () => url),
      admin_email: text('Email address', 'The email address of the administrator.', options => options.text('email')),
      charset: text('Character encoding', 'The character encoding of the site.', () => 'UTF-8'),
      language: text('Language', 'The language of the site, such as `en-US`.', options =>
        (options.text('locale') || 'en_US').replaceAll('_', '-'),
      ),
      version: text('Version', 'The version of the service.', () => SERVICE_VERSION),
    },
  })
}

function userInfo(): AbilityOptions<never> {
  interface View {
    readonly user: UserRecord
    readonly options: OptionSnapshot
  }
  const text = textFact<View>
  return infoAbility<View>({
    label: 'Facts about the user',
    description: 'Returns the names, the roles and the language of the user who runs it.',
    category: 'user',
    permission: (_, { actor }) => actor.authenticated,
    load: async scope => ({ user: userOf(scope), options: await scope.site.options() }),
    facts: {
      id: {
        schema: { type: 'integer', title: 'Identifier', description: 'The id of the user.' },
        get: ({ user }) => user.id,
      },
      display_name: text('Display name', 'The name that others see.', ({ user }) => user.displayName),
      user_nicename: text('Slug', 'The name in URLs.', ({ user }) => user.slug),
      user_login: text('Login', 'The name to log in with.', ({ user }) => user.login),
      roles: {
        schema: {
          type: 'array',
          title: 'Roles',
          description: 'The roles of the user, such as `editor`.',
          items: { type: 'string' },
        },
        get: ({ user }) => user.roles,
      },
      locale: text('Language', 'The locale of the user, such as `en_US`.', ({ user, options }) =>
        shownLocale(user, options),
      ),
      first_name: text('First name', 'The first name.', ({ user }) => user.firstName),
      last_name: text('Last name', 'The last name.', ({ user }) => user.lastName),
      nickname: text('Nickname', 'The nickname.', ({ user }) => user.nickname),
      description: text('About the user', 'The biography of the user.', ({ user }) => user.description),
      user_url: text('Website', "The URL of the user's website.", ({ user }) => user.url),
    },
  })
}

const ENVIRONMENTS = ['production', 'staging', 'development', 'local'] as const

function environmentInfo({ dialect }: SiteContext): AbilityOptions<never> {
  const text = textFact<SiteContext>
  return infoAbility<SiteContext>({
    label: 'Facts about the environment',
    description:
      'Returns what the site runs on: the environment, the runtime, the store and the version of the service.',
    category: 'site',
    permission: { capability: 'manage_options' },
    load: ({ site }) => site,
    facts: {
      environment: {
        schema: {
          type: 'string',
          title: 'Environment',
          description: 'What the site is for.',
          enum: ENVIRONMENTS,
        },
        get: site => environmentOption.of(site) ?? 'production',
      },
      php_version: text('Runtime', 'The version of the runtime.', runtimeVersion),
      db_server_info: text('Store', 'What stores the content, with its version.', ({ store }) => store.server ?? ''),
      [`${dialect.prefix}_version`]: text('Version', 'The version of the service.', () => SERVICE_VERSION),
    },
  })
}

/** Registers the abilities of every site, and their categories. */
export function registerCoreAbilities(site: AbilityRegistrations & SetupCalls): void {
  const { context } = site
  site.registerAbilityCategory('site', { label: 'Site', description: 'Facts about the site, and its settings.' })
  site.registerAbilityCategory('user', { label: 'User', description: 'Facts about users, and their settings.' })
  site.registerAbility('core/get-site-info', siteInfo(context))
  site.registerAbility('core/get-user-info', userInfo())
  site.registerAbility('core/get-environment-info', environmentInfo(context))
}

/** A fact: its schema, and how it is read from the loaded data. */
export interface Fact<V> {
  readonly schema: Schema
  readonly get: (view: V) => unknown
}

/** Declares a fact that is a text. */
const textFact = <V>(title: string, description: string, get: (view: V) => string): Fact<V> => ({
  schema: { type: 'string', title, description },
  get,
})

/** The definition of an ability that only reads facts. */
interface InfoAbility<V> {
  readonly label: string
  readonly description: string
  readonly category: string
  readonly permission: AbilityPermission<unknown>
  readonly facts: Readonly<Record<string, Fact<V>>>
  readonly load: (scope: AbilityScope) => V | Promise<V>
}

/** An ability that returns facts: all of them, or the `fields` of its input. */
function infoAbility<V>({ facts, load, ...options }: InfoAbility<V>): AbilityOptions<never> {
  const names = Object.keys(facts)
  return {
    ...options,
    inputSchema: {
      type: 'object',
      properties: {
        fields: {
          type: 'array',
          items: { type: 'string', enum: names },
          description: 'Only these fields; all of them by default.',
        },
      },
      additionalProperties: false,
      default: {},
    },
    outputSchema: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(facts).map(([name, { schema }]) => [name, schema])),
      additionalProperties: false,
    },
    annotations: { readonly: true, destructive: false, idempotent: true },
    public: true,
    async execute({ fields = [] }: { readonly fields?: readonly string[] }, scope) {
      const view = await load(scope)
      const shown = Object.entries(facts).filter(([name]) => fields.length === 0 || fields.includes(name))
      return Object.fromEntries(shown.map(([name, { get }]) => [name, get(view)]))
    },
  }
}

/** The user who runs an ability that is about them. */
function userOf({ actor }: AbilityScope) {
  if (actor.user === undefined) throw new RestError('rest_ability_cannot_execute', 'The caller has no account.', 403)
  return actor.user
}
