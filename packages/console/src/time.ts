import { type Html, html } from './html.js'
import type { ConsoleMessages } from './messages.js'

/** A time in UTC, such as `2024-01-31T12:00:00`, as people of the language write it. */
export function timeText(utc: string, { language }: ConsoleMessages): Html {
  const iso = `${utc.slice(0, 19)}Z`
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return html`<time datetime="${iso}">${format.format(new Date(iso))} UTC</time>`
}
