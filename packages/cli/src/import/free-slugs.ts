import { type PostRecord, where } from '@platen/site'
import type { ImportRun } from './import-run.js'
import { numberedSlug } from './slug-of.js'

/** Whose slug is sought: hierarchical types share those of their siblings, the others have theirs by type. */
export type SlugPlace = Pick<PostRecord, 'type' | 'parent'>

/**
 * The slug itself if it is free, or the first one with a number after it that is. Posts of `unsettled` ids do not hold
 * theirs: where they belong is not known yet.
 */
export async function freeSlug(
  run: ImportRun,
  wish: string,
  place: SlugPlace,
  unsettled: ReadonlySet<number>,
): Promise<string> {
  const { postTypes } = run.site
  const isHierarchical = (type: string) => postTypes.get(type)?.hierarchical === true
  const shares = isHierarchical(place.type)
    ? (other: PostRecord) =>
        other.parent === place.parent && (isHierarchical(other.type) || other.type === 'attachment')
    : (other: PostRecord) => other.type === place.type
  for (let number = 1; ; number++) {
    const slug = number === 1 ? wish : numberedSlug(wish, number)
    const { records } = await run.contents.posts.find({ where: where.posts.eq('slug', slug) })
    if (!records.some(other => !unsettled.has(other.id) && shares(other))) return slug
  }
}
