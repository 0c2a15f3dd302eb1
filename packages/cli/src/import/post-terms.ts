import { type PostRecord, recountTerms, taxonomies } from '@platen/site'
import type { WxrAssignment } from '../wxr/wxr-records.js'
import type { ImportRun } from './import-run.js'
import type { TermImport } from './import-terms.js'

/** The terms of posts. */
export interface PostTerms {
  /** Assigns the terms of a post, and the default terms of taxonomies that the file does not mention. */
  assign(post: PostRecord, assignments: readonly WxrAssignment[]): Promise<void>
  /** Recounts the assigned terms. */
  recount(): Promise<void>
}

/** Creates the assignment step of an import. */
export function createPostTerms(run: ImportRun, terms: TermImport): PostTerms {
  const assigned = new Set<number>()

  /** The default term of each taxonomy that has one. */
  let byDefault: ReadonlyMap<string, number> | undefined

  async function loadDefaultTerms(): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>()
    for (const { name, defaultTermOption } of run.site.get(taxonomies).all()) {
      const id = defaultTermOption === undefined ? 0 : run.options.number(defaultTermOption)
      if (id > 0 && (await run.tx.terms.get(id)) !== undefined) found.set(name, id)
    }
    return found
  }

  async function defaultTerms(post: PostRecord, assignments: readonly WxrAssignment[]): Promise<readonly number[]> {
    if (post.status === 'auto-draft') return []
    byDefault ??= await loadDefaultTerms()
    return [...byDefault].flatMap(([name, id]) => {
      const applies = run.site.get(taxonomies).get(name)?.objectTypes.includes(post.type) === true
      return applies && !assignments.some(({ taxonomy }) => taxonomy === name) ? id : []
    })
  }

  return {
    async assign(post, assignments) {
      const ids = new Set<number>()
      for (const assignment of assignments) {
        const id = await terms.idOf(assignment)
        if (id !== undefined) ids.add(id)
      }
      for (const id of await defaultTerms(post, assignments)) ids.add(id)
      for (const id of ids) assigned.add(id)
      const records = [...ids].map((term, position) => ({ object: post.id, term, position }))
      await run.tx.assignments.insertMany(records)
    },
    recount: () => recountTerms(run.site, run.tx, [...assigned]),
  }
}
