import { type PostRecord, recountTerms, taxonomies } from '@platen/site'
import type { WxrAssignment } from '../wxr/wxr-records.js'
import type { ImportRun } from './import-run.js'
import type { TermImport } from './import-terms.js'

/** The terms of posts. */
export interface PostTerms {
  /** Gives a post its terms, and the default term of each taxonomy that has one and that the file is silent about. */
  assign(post: PostRecord, assignments: readonly WxrAssignment[]): Promise<void>
  /** Counts anew what was assigned. */
  recount(): Promise<void>
}

/** Starts with no post assigned. */
export function createPostTerms(run: ImportRun, terms: TermImport): PostTerms {
  const touched = new Set<number>()

  /** The default term of each taxonomy that has one. */
  let byDefault: ReadonlyMap<string, number> | undefined

  async function loadDefaultTerms(): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>()
    for (const { name, defaultTermOption } of run.site.get(taxonomies).all()) {
      const id = defaultTermOption === undefined ? 0 : run.options.number(defaultTermOption)
      if (id > 0 && (await run.contents.terms.get(id)) !== undefined) found.set(name, id)
    }
    return found
  }

  async function defaultTerms(post: PostRecord, assigned: readonly WxrAssignment[]): Promise<readonly number[]> {
    if (post.status === 'auto-draft') return []
    byDefault ??= await loadDefaultTerms()
    return [...byDefault].flatMap(([name, id]) => {
      const carries = run.site.get(taxonomies).get(name)?.objectTypes.includes(post.type) === true
      return carries && !assigned.some(({ taxonomy }) => taxonomy === name) ? id : []
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
      for (const id of ids) touched.add(id)
      const records = [...ids].map((term, position) => ({ object: post.id, term, position }))
      await run.contents.assignments.insertMany(records)
    },
    recount: () => recountTerms(run.site, run.contents, [...touched]),
  }
}
