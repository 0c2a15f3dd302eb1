import { freeUserSlug, slugOfLogin, type UserRecord, where } from '@platen/site'
import type { WxrAuthor } from '../wxr/wxr-records.js'
import { ImportError } from './import-error.js'
import type { ImportRun } from './import-run.js'

/** Which accounts get the content of the file's authors. */
export interface AuthorOptions {
  /** Logins of existing accounts by logins in the file; `*` stands for all other authors. */
  readonly authorMap?: Readonly<Record<string, string>> | undefined
  /** The role of accounts created for authors who have none: `author` by default. */
  readonly authorRole?: string | undefined
}

/** The accounts of authors. */
export interface AuthorImport {
  /** Finds or creates the accounts of authors that the file describes. */
  declare(authors: readonly WxrAuthor[]): Promise<void>
  /** The id of the account of a login in the file; created if missing. Content without an author goes to an administrator. */
  idOf(login: string): Promise<number>
  /** The id of the account that has this id in the file; 0 if the file does not declare one. */
  idOfFileId(fileId: number): number
  /** Throws an `ImportError` when the map names logins that are not in the file. */
  requireMapped(): void
}

const LONGEST_LOGIN = 60
const noDetails = { email: '', displayName: '', firstName: '', lastName: '', description: '' }

/** Creates the author step of an import. Unknown logins and roles are an `ImportError`. */
export function createAuthorImport(
  run: ImportRun,
  { authorMap = {}, authorRole = 'author' }: AuthorOptions,
): AuthorImport {
  const { users } = run.tx
  const ids = new Map<string, number>()
  const idsByFileId = new Map<number, number>()
  const mapped = new Map(Object.entries(authorMap))

  const byLogin = (login: string) => users.first({ where: where.users.equalsText('login', login) })

  async function resolve(login: string, about: Omit<WxrAuthor, 'kind' | 'line' | 'id' | 'login'>): Promise<number> {
    const given = mapped.get(login) ?? mapped.get('*')
    if (given !== undefined) {
      const user = await byLogin(given)
      if (!user) throw new ImportError(`There is no user "${given}" for the content of "${login}".`)
      return user.id
    }
    const existing =
      (await byLogin(login.slice(0, LONGEST_LOGIN))) ??
      // Email addresses are unique, so an account with this one is the author's, whatever its login is.
      (about.email === '' ? undefined : await users.first({ where: where.users.equalsText('email', about.email) }))
    run.tallies.add('authors', existing ? 'skipped' : 'created')
    return (existing ?? (await create(login.slice(0, LONGEST_LOGIN), about))).id
  }

  async function create(login: string, about: typeof noDetails): Promise<UserRecord> {
    if (!Object.hasOwn(run.site.roles, authorRole)) throw new ImportError(`There is no role "${authorRole}".`)
    const slug = await freeUserSlug(run.tx, slugOfLogin(login) || 'author', 0)
    return users.insert({
      login,
      // Addresses are unique, and exports may lack them; this domain never exists.
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

  async function fallbackAuthor(): Promise<number> {
    const administrator = await users.first({ where: where.users.has('roles', 'administrator') })
    return (administrator ?? (await users.first({})))?.id ?? 0
  }

  return {
    async declare(authors) {
      for (const { id, login, ...about } of authors) {
        if (login === '') continue
        const account = ids.get(login) ?? (await resolve(login, about))
        ids.set(login, account)
        if (id > 0) idsByFileId.set(id, account)
      }
    },
    async idOf(login) {
      const resolved = ids.get(login)
      if (resolved !== undefined) return resolved
      const account = login === '' && !mapped.has('*') ? await fallbackAuthor() : await resolve(login, noDetails)
      ids.set(login, account)
      return account
    },
    idOfFileId: fileId => idsByFileId.get(fileId) ?? 0,
    requireMapped() {
      const unknownLogin = [...mapped.keys()].find(login => login !== '*' && !ids.has(login))
      if (unknownLogin !== undefined) throw new ImportError(`The file has no author "${unknownLogin}".`)
    },
  }
}

const isAddress = (text: string) => text.slice(1, -1).includes('@') && !/\s/.test(text)
