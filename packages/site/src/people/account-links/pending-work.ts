import { registrationKey, type SiteContext } from '../../kernel/context/index.js'

/** Work that responses do not wait for. */
export interface PendingWork {
  /** Begins work after what runs now. Its failures are logged. */
  later(work: () => Promise<void>): void
  /** Resolves when all of it is done. */
  settled(): Promise<void>
}

/** The work of a site: the site waits for it when it stops. */
export const pendingWork = registrationKey('pending work', createPendingWork)

function createPendingWork({ services: { logger } }: SiteContext): PendingWork {
  const pending = new Set<Promise<void>>()
  return {
    later(work) {
      const done = new Promise<void>(resolve => setTimeout(resolve, 0))
        .then(work)
        .catch(err => logger.error({ err }, 'the link of an account could not be mailed'))
        .finally(() => pending.delete(done))
      pending.add(done)
    },
    async settled() {
      await Promise.all(pending)
    },
  }
}
