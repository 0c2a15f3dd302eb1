import type { Locator, Page } from 'playwright-core'
import { focusedElement, positionOf, reachableElements } from './in-page.js'

/** Presses the tab key until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await page.evaluate(reachableElements)
  const place = await target.evaluate(positionOf)
  // Without a focus, the next element depends on where the page was scrolled to by the fragment of its URL.
  if ((await page.evaluate(focusedElement)).index < 0) await page.keyboard.press('Tab')
  const { index } = await page.evaluate(focusedElement)
  const key = place < index ? 'Shift+Tab' : 'Tab'
  for (let left = Math.abs(place - index); left > 0; left--) await page.keyboard.press(key)
  if (!(await target.evaluate(element => element.matches(':focus'))))
    throw new Error(`The tab key does not lead to ${target}`)
}

/** Activates a link or button with the keyboard, and waits for the page that follows. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await Promise.all([page.waitForEvent('load'), page.keyboard.press(key)])
}

/** Types into a field that the tab key leads to. */
export async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}
