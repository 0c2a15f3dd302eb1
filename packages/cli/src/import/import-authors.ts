import { freeUserSlug, slugOfLogin, type UserRecord, where } from '@platen/site'
import type { WxrAuthor } from '../wxr/wxr-records.js'
import { ImportError } from './import-error.js'
import type { ImportRun } from './import-run.js'

/** Whose content becomes whose. */
export interface AuthorOptions {
  /** Logins of accounts that are there, by logins of the file; `*` stands for all others of the file. */
  readonly authorMap?: Readonly<Record<string, string>> | undefined
  /** The role of accounts that are made for authors who have none: `author` unless given. */
  readonly authorRole?: string | undefined
}

/** The accounts of authors. */
export interface AuthorImport {
  /** Finds or makes the accounts of authors that the file describes. */
  declare(authors: readonly WxrAuthor[]): Promise<void>
  /** The id of the account of a login of the file; it is made if there is none. Nobody's content is an administrator's. */
  idOf(login: string): Promise<number>
  /** The id of the account that the file knows by this id; 0 if it does not say. */
  idOfFileId(fileId: number): number
  /** Throws an `ImportError` when the map names logins that the file does not have. */
  requireMapped(): void
}

const LONGEST_LOGIN = 60
const unknown = { email: '', displayName: '', firstName: '', lastName: '', description: '' }

/** Starts the accounts of one import. An `ImportError` tells of logins and roles that the site does not have. */
export function createAuthorImport(
  run: ImportRun,
  { authorMap = {}, authorRole = 'author' }: AuthorOptions,
): AuthorImport {
  const { users } = run.contents
  const ids = new Map<string, number>()
  const idsByFileId = new Map<number, number>()
  const mapped = new Map(Object.entries(authorMap))

  const byLogin = (login: string) => users.first({ where: where.users.equalsText('login', login) })

  async function settle(login: string, about: Omit<WxrAuthor, 'kind' | 'line' | 'id' | 'login'>): Promise<number> {
    const given = mapped.get(login) ?? mapped.get('*')
    if (given !== undefined) {
      const user = await byLogin(given)
      if (!user) throw new ImportError(`There is no user "${given}" who the content of "${login}" could go to.`)
      return user.id
    }
    const known =
      (await byLogin(login.slice(0, LONGEST_LOGIN))) ??
      // One address is one person: an account that has it is hers, whatever it is called.
      (about.email === '' ? undefined : await users.first({ where: where.users.equalsText('email', about.email) }))
    run.tallies.add('authors', known ? 'skipped' : 'created')
    return (known ?? (await create(login.slice(0, LONGEST_LOGIN), about))).id
  }

  async function create(login: string, about: typeof unknown): Promise<UserRecord> {
    if (!Object.hasOwn(run.site.roles, authorRole)) throw new ImportError(`There is no role "${authorRole}".`)
    const slug = await freeUserSlug(run.contents, slugOfLogin(login) || 'author', 0)
    return users.insert({
      login,
      // Addresses must differ, and exports may hold none; this domain never exists.
      email: isAddress(about.email) ? about.email : `${slug}@import.invalid`,
      passwordHash: '',
      slug,
      displayName: about.displayName || login,
      firstName: about.firstName,
      lastName: about.lastName,
      nickname: login,
      url: '',
      description: about.description,
      locale: '',
      roles: [authorRole],
      capabilities: {},
      registered: run.options.time.utc(run.site.services.clock()),
    })
  }

  async function nobody(): Promise<number> {
    const administrator = await users.first({ where: where.users.has('roles', 'administrator') })
    return (administrator ?? (await users.first({})))?.id ?? 0
  }

  return {
    async declare(authors) {
      for (const { id, login, ...about } of authors) {
        if (login === '') continue
        const account = ids.get(login) ?? (await settle(login, about))
        ids.set(login, account)
        if (id > 0) idsByFileId.set(id, account)
      }
    },
    async idOf(login) {
      const known = ids.get(login)
      if (known !== undefined) return known
      const account = login === '' && !mapped.has('*') ? await nobody() : await settle(login, unknown)
      ids.set(login, account)
      return account
    },
    idOfFileId: fileId => idsByFileId.get(fileId) ?? 0,
    requireMapped() {
      const stray = [...mapped.keys()].find(login => login !== '*' && !ids.has(login))
      if (stray !== undefined) throw new ImportError(`The file has no author "${stray}".`)
    },
  }
}

const isAddress = (text: string) => text.slice(1, -1).includes('@') && !/\s/.test(text)
