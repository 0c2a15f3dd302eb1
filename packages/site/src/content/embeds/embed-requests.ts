import { type RecordOf, StoreError } from '@platen/storage'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { defaultServices } from '../../kernel/services/index.js'
import { isWithin } from '../../kernel/time/index.js'
import { embeds } from './embed-collection.js'
import { embedLifetime, requestEmbed } from './request-embed.js'

/** How many requests for embeds run at a time; a page with more shows their URLs until it is read again. */
const MAX_RUNNING = 8
/** How many embeds are stored. */
const MAX_STORED = 10_000
/** Failed embeds are requested again after ten minutes. */
const FAILED_LIFETIME = 10 * 60 * 1000

type StoredEmbed = RecordOf<typeof embeds>

/** An embed to show. */
export interface WantedEmbed {
  readonly key: string
  readonly url: string
  readonly width: number
}

/** The requests for embeds that run in the background. */
export interface EmbedRequests {
  /**
   * Requests an embed and stores it, unless too many requests run; `before` is the outdated record. Resolves with the HTML,
   * which is empty if there is no embed; never rejects.
   */
  start(site: SiteContext, embed: WantedEmbed, before: StoredEmbed | undefined): Promise<string> | undefined
  /** Records that a response shows a URL instead of an embed, which may be requested again after a time. */
  failedUntil(expires: number): void
  /** Removes the failures that are due, so that no cached response repeats them. */
  forgetFailures(site: SiteContext): Promise<void>
}

async function store(site: SiteContext, key: string, html: string, lifetime: number): Promise<void> {
  const { where } = embeds
  const now = site.services.clock()
  const expires = now + lifetime
  await site.store.transaction(
    async tx => {
      const stored = tx.collection(embeds)
      const current = await stored.first({ where: where.eq('key', key) })
      if (current !== undefined) {
        // An embed that cannot be refreshed is still better than none.
        await stored.update(current.id, { html: html || current.html, expires })
        return
      }
      if ((await stored.count()) >= MAX_STORED) await stored.removeWhere(where.lte('expires', now))
      if ((await stored.count()) < MAX_STORED) await stored.insert({ key, html, expires })
    },
    { concurrent: true },
  )
}

async function load(
  site: SiteContext,
  { key, url, width }: WantedEmbed,
  before: string,
  failed: (until: number) => void,
): Promise<string> {
  let html = ''
  try {
    const embed = await requestEmbed(site, { url, maxWidth: width, maxHeight: 0, discover: false })
    if (typeof embed?.['html'] === 'string') html = embed['html']
    await store(site, key, html, embed === undefined ? FAILED_LIFETIME : embedLifetime(embed))
    if (embed === undefined) failed(site.services.clock() + FAILED_LIFETIME)
  } catch (error) {
    // Another process may have stored it in the meantime.
    if (!(error instanceof StoreError && error.code === 'conflict'))
      site.services.logger.warn({ err: error, url }, 'an embed could not be loaded')
  }
  return html || before
}

function createEmbedRequests(clock: () => number): EmbedRequests {
  const running = new Map<string, Promise<string>>()
  let due = Number.POSITIVE_INFINITY
  const failedUntil = (expires: number) => {
    due = Math.min(due, expires)
  }
  return {
    failedUntil,
    start(site, embed, before) {
      const current = running.get(embed.key)
      if (current !== undefined || running.size >= MAX_RUNNING) return current
      const loading = load(site, embed, before?.html ?? '', failedUntil).finally(() => running.delete(embed.key))
      running.set(embed.key, loading)
      return loading
    },
    async forgetFailures(site) {
      const now = clock()
      if (due === Number.POSITIVE_INFINITY || isWithin(now, due - FAILED_LIFETIME, FAILED_LIFETIME)) return
      due = Number.POSITIVE_INFINITY
      const { and, eq, gt, lte, or } = embeds.where
      // What expires later than that was stored before the clock was set back.
      const isOver = or(lte('expires', now), gt('expires', now + FAILED_LIFETIME))
      await site.store.collection(embeds).removeWhere(and(eq('html', ''), isOver))
    },
  }
}

/** The requests of a site for the embeds in its content. */
export const embedRequests = registrationKey('requests for embeds', site =>
  createEmbedRequests(defaultServices(site.config.services).clock),
)
