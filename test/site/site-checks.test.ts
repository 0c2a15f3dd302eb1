import { createMemoryStorage } from '@platen/media'
import { createMemoryStore } from '@platen/memory'
import { createSite, type SiteOptions } from '@platen/site'
import { RegistrationError } from '@platen/site/extend'
import t from 'tap'

const given = { store: createMemoryStore(), url: 'https://site.example' }
const rule = { path: '/cms/v2/search', burst: 1, seconds: 60 }
const number = /must be (?:true or false or )?a whole number from 0/

/** Options that are refused, and what the message names. */
const WRONG: readonly (readonly [options: object, message: RegExp])[] = [
  [{ lognUrl: 'x' }, /unknown key "lognUrl"; did you mean "loginUrl"\?/],
  [{ store: undefined }, /"store" is missing/],
  [{ store: {} }, /"store" must be an object with the methods "prepare" and "transaction"/],
  [{ url: undefined }, /"url" is missing/],
  [{ store: Promise.resolve({}) }, /"store" is a promise, which must be awaited/],
  [{ dialect: 'wp' }, /"dialect" must be a dialect such as wpDialect/],
  [{ loginUrl: '/sign-in' }, /"loginUrl" must be a URL/],
  [{ avatarUrl: 'avatars' }, /"avatarUrl" must be a URL/],
  [{ roles: { editor: { label: 'Editor' } } }, /"roles\.editor\.capabilities" is missing/],
  [{ roles: { editor: { label: 'Editor', capabilities: 'read' } } }, /"roles\.editor\.capabilities" must be a list/],
  [{ authenticators: [{}] }, /"authenticators\[0\]" must be an object with the method "authenticate"/],
  [{ applicationPasswords: { availabel: true } }, /did you mean "applicationPasswords\.available"\?/],
  [{ applicationPasswords: { approvalUrl: 'approve' } }, /"applicationPasswords\.approvalUrl" must be a URL/],
  [{ sessions: { keys: 'secret' } }, /"sessions\.keys" must be a list of strings/],
  [{ audit: { maxEvents: -1 } }, number],
  [{ audit: { days: 1.5 } }, number],
  [{ audit: { maxEvent: 1 } }, /did you mean "audit\.maxEvents"\?/],
  [{ rateLimits: { signIn: true } }, /"rateLimits\.signIn" must be false or an object/],
  [{ rateLimits: { signIn: { acount: rule } } }, /did you mean "rateLimits\.signIn\.account"\?/],
  [{ rateLimits: { signIn: { network: { burst: 0, seconds: 1 } } } }, /"rateLimits\.signIn\.network\.burst" must be/],
  [
    { rateLimits: { routes: [rule, { ...rule, seconds: 0 }] } },
    /"rateLimits\.routes\[1\]\.seconds" must be a positive/,
  ],
  [{ rateLimits: { routes: [{ ...rule, path: 'search' }] } }, /path" must be a path that begins with "\/"/],
  [{ rateLimits: { routes: [{ ...rule, methods: ['get'] }] } }, /methods\[0\]" must be one of "GET", "POST"/],
  [{ rateLimits: { routes: [{ ...rule, delay: { first: 1 } }] } }, /"rateLimits\.routes\[0\]\.delay\.max" is missing/],
  [{ comments: { anonymus: true } }, /did you mean "comments\.anonymous"\?/],
  [{ comments: { flood: true } }, /"comments\.flood" must be false or an object/],
  [{ comments: { flood: { comments: 3 } } }, /"comments\.flood\.seconds" is missing/],
  [{ media: { storage: {} } }, /"media\.storage" must be an object with the methods "put" and "get"/],
  [{ media: { maxBytes: '64 MB' } }, number],
  [{ media: { largestImage: -1 } }, number],
  [{ media: { sizes: { small: { width: 9 } } } }, /"media\.sizes\.small\.height" is missing/],
  [{ media: { types: { jpg: 'image/jpeg' } } }, /"media\.types\.jpg" must be an object/],
  [{ media: { quality: { 'image/jpeg': 400 } } }, /"media\.quality\.image\/jpeg" must be a whole number from 1 to 100/],
  [{ abilities: { contents: true } }, /did you mean "abilities\.content"\?/],
  [{ environment: 'prod' }, /"environment" must be one of "production"/],
  [{ locales: 'de_DE' }, /"locales" must be a list of strings/],
  [{ blockDirectory: {} }, /"blockDirectory" must be an object with the method "search"/],
  [{ patternDirectory: 'x' }, /"patternDirectory" must be/],
  [{ plugins: 'plugins' }, /"plugins" must be an object with the methods "read" and "load"/],
  [{ themes: 'themes' }, /"themes" must be a list of sources of themes/],
  [{ themes: [{}] }, /"themes\[0\]" must be an object with the method "read"/],
  [{ siteHealth: { fold: '.' } }, /did you mean "siteHealth\.folder"\?/],
  [{ services: { mailler: {} } }, /did you mean "services\.mailer"\?/],
  [{ services: { mailer: {} } }, /"services\.mailer" must be an object with the method "send"/],
  [{ cache: -1 }, number],
  [{ cache: 1.5 }, number],
  [{ cache: Number.NaN }, number],
  [{ cache: Number.POSITIVE_INFINITY }, number],
  [{ renderCache: 'large' }, number],
  [{ compression: { minBytes: -1 } }, number],
  [{ compression: 'gzip' }, /"compression" must be true or false or an object/],
  [{ limits: { maxItms: 3 } }, /did you mean "limits\.maxItems"\?/],
  [{ limits: { maxItems: 'many' } }, number],
  [{ revisionsToKeep: 'all' }, number],
  [{ searchTotalLimit: -1 }, number],
  [{ maxBodyBytes: '2 MB' }, number],
  [{ maxAnonymousBodyBytes: '2 MB' }, number],
  [{ cacheControl: 'no-cache\r\nX: y' }, /"cacheControl" must be the value of a header/],
  [{ onError: 'log' }, /"onError" must be a function/],
  [{ features: {} }, /"features" must be a list of features/],
]

t.test('unknown and invalid options of a site are refused', async t => {
  for (const [options, message] of WRONG)
    t.throws(
      () => createSite({ ...given, ...options } as SiteOptions),
      { name: RegistrationError.name, message },
      JSON.stringify(options),
    )
})

t.test('options may be undefined, or have no limit', async t => {
  const undefinedOnes = Object.fromEntries(
    WRONG.flatMap(([options]) => Object.keys(options)).map(key => [key, undefined]),
  )
  const { lognUrl: _unknown, store: _store, url: _url, ...known } = undefinedOnes
  const limits = { maxItems: Number.POSITIVE_INFINITY, maxDepth: undefined }
  const others: object = {
    limits,
    revisionsToKeep: Number.POSITIVE_INFINITY,
    media: { storage: createMemoryStorage({ url: 'https://site.example/files' }), maxBytes: undefined },
    services: { rateLimit: undefined },
    rateLimits: { signIn: { account: undefined } },
  }
  t.doesNotThrow(() => createSite({ ...given, ...known, ...others } as SiteOptions))
})
