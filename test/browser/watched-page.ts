import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Test } from 'tap'

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 360, height: 740 }

export interface PageOptions extends BrowserContextOptions {
  /** Messages on the console that belong to the test. */
  readonly expected?: RegExp
}

/**
 * Uses a page in a fresh context. Fails the test if the browser reports anything on its console: exceptions, what a
 * content security policy refuses, what could not be loaded.
 */
export async function withPage(
  t: Test,
  browser: Browser,
  { expected, ...options }: PageOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce', ...options })
  const problems: string[] = []
  context.on('weberror', error => problems.push(String(error.error())))
  context.on('console', message => {
    const { url } = message.location()
    // Browsers look for it on their own.
    if (new URL(url, 'http://localhost').pathname === '/favicon.ico') return
    if (['error', 'warning'].includes(message.type()) && !expected?.test(message.text()))
      problems.push(`${message.text()} (${url})`)
  })
  context.setDefaultTimeout(15_000)
  try {
    await use(await context.newPage())
  } finally {
    await context.close()
  }
  t.same(problems, [], 'the browser reports nothing')
}
