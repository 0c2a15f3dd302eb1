import { usersIn, whereUsers } from '@platen/site'
import { type ImportedUser, importUser } from '@platen/site/import'
import type { WxrAuthor } from '../wxr/wxr-records.js'
import { ImportError } from './import-error.js'
import type { ImportRun } from './import-run.js'

/** Options that assign the content of the file's authors to accounts. */
export interface AuthorOptions {
  /** Logins of existing accounts, by login in the file; `*` matches all other authors. */
  readonly authorMap?: Readonly<Record<string, string>> | undefined
  /** The role of accounts that are created for authors without one: `author` by default. */
  readonly authorRole?: string | undefined
}

/** The author step of an import. */
export interface AuthorImport {
  /** Finds or creates the accounts of authors that the file describes. */
  declare(authors: readonly WxrAuthor[]): Promise<void>
  /**
   * Returns the account id for a login in the file; creates the account if it is missing. Content without an author is
   * assigned to an administrator.
   */
  idOf(login: string): Promise<number>
  /** Throws an `ImportError` if `authorMap` contains logins that are not in the file. */
  requireMapped(): void
}

/** Creates the author step of an import. Unknown logins and roles are an `ImportError`. */
export function createAuthorImport(
  run: ImportRun,
  { authorMap = {}, authorRole = 'author' }: AuthorOptions,
): AuthorImport {
  const { tx, actor, tallies, sources } = run
  const ids = new Map<string, number>()
  const mapped = new Map(Object.entries(authorMap))

  async function resolve(about: ImportedUser): Promise<number> {
    const { login } = about
    const given = mapped.get(login) ?? mapped.get('*')
    if (given !== undefined) {
      const mappedTo = await usersIn(tx.store).first({ where: whereUsers.equalsText('login', given) })
      if (!mappedTo) throw new ImportError(`There is no user "${given}" for the content of "${login}".`)
      return mappedTo.id
    }
    const { user, isNew } = await importUser(tx, actor, about)
    tallies.add('authors', isNew ? 'created' : 'skipped')
    return user.id
  }

  async function fallbackAuthor(): Promise<number> {
    const administrator = await usersIn(tx.store).first({ where: whereUsers.has('roles', 'administrator') })
    return (administrator ?? (await usersIn(tx.store).first({})))?.id ?? 0
  }

  return {
    async declare(authors) {
      for (const { id, login, displayName: name, kind, line, ...about } of authors) {
        if (login === '') {
          tallies.add('authors', 'refused')
          tallies.note('an author without a login is not imported', line)
          continue
        }
        if (ids.has(login)) tallies.add('authors', 'skipped')
        const account = ids.get(login) ?? (await resolve({ ...about, id, login, name, roles: [authorRole] }))
        ids.set(login, account)
        sources.current.set('user', id, account)
      }
    },
    async idOf(login) {
      const resolved = ids.get(login)
      if (resolved !== undefined) return resolved
      const account =
        login === '' && !mapped.has('*') ? await fallbackAuthor() : await resolve({ login, roles: [authorRole] })
      ids.set(login, account)
      return account
    },
    requireMapped() {
      const unknownLogin = [...mapped.keys()].find(login => login !== '*' && !ids.has(login))
      if (unknownLogin !== undefined) throw new ImportError(`The file has no author "${unknownLogin}".`)
    },
  }
}
