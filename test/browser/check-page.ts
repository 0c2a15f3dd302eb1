import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { focusedElement, overflow, overflowing, reachableElements, runAxe } from './in-page.js'
import { DESKTOP, PHONE } from './watched-page.js'

/** Where the screenshots are: `build/screenshots`. */
export const screenshots = fileURLToPath(new URL('../../screenshots/', import.meta.url))

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const LOOKS = [
  { look: 'light', colorScheme: 'light', viewport: DESKTOP },
  { look: 'dark', colorScheme: 'dark', viewport: DESKTOP },
  { look: 'phone', colorScheme: 'light', viewport: PHONE },
  { look: 'phone-dark', colorScheme: 'dark', viewport: PHONE },
] as const

/**
 * Checks a page as it is shown in light and dark, on a desktop and on a phone: axe finds nothing, nothing is wider than
 * the window. A screenshot of each is stored under the name.
 */
export async function checkLooks(t: Test, page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true })
  await page.evaluate(axe)
  for (const { look, colorScheme, viewport } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    t.same(await violations(page), [], `${name}, ${look}: axe finds nothing`)
    if ((await page.evaluate(overflow)) > 0)
      t.same(await page.evaluate(overflowing), [], `${name}, ${look}: nothing is too wide`)
    if (look !== 'phone-dark') await page.screenshot({ path: `${screenshots}${name}-${look}.png`, fullPage: true })
  }
}

/** What axe finds, with the elements. */
async function violations(page: Page): Promise<readonly string[]> {
  const results = await page.evaluate(runAxe)
  return results.violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
}

/** Checks that the tab key leads to every link, button and field in order, and that each shows that it has the focus. */
export async function checkTabOrder(t: Test, page: Page, name: string): Promise<void> {
  await page.setViewportSize(DESKTOP)
  const names = await page.evaluate(reachableElements)
  t.ok(names.length > 0, `${name} has something to reach`)
  for (const [index, element] of names.entries()) {
    await page.keyboard.press('Tab')
    t.match(
      await page.evaluate(focusedElement),
      { index, hasOutline: true, isVisible: true },
      `${name}: tab ${index + 1} leads to "${element}"`,
    )
  }
}
