import { groupBy } from '@platen/core'
import { type AnyRecord, type CollectionMigration, conditionBuilder } from '@platen/storage'
import { meta } from './meta-collection.js'

/** The meta key of the status that posts in the trash had before, from when the column did not exist. */
const KEY = '_trash_status'
const BATCH = 500

const { and, eq, in: isIn } = conditionBuilder<AnyRecord>('posts')
const ofPosts = meta.where.and(meta.where.eq('key', KEY), meta.where.eq('kind', 'post'))

/** Moves the status that posts in the trash had before from their meta to the column `trashedStatus`. */
export const trashedStatusFromMeta: CollectionMigration = {
  name: 'the status that posts in the trash had before',
  async run(posts, open) {
    const values = open(meta)
    for (;;) {
      const { records } = await values.find({ where: ofPosts, limit: BATCH })
      if (records.length === 0) return
      const statuses = groupBy(records, ({ value }) => (typeof value === 'string' ? value : ''))
      for (const [trashedStatus, group] of statuses) {
        const ids = group.map(({ object }) => object)
        await posts.updateWhere(and(isIn('id', ids), eq('status', 'trash'), eq('trashedStatus', '')), { trashedStatus })
      }
      await values.removeWhere(
        meta.where.in(
          'id',
          records.map(({ id }) => id),
        ),
      )
    }
  },
}
