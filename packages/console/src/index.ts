export type { PageHandler } from '@platen/core'
export { type ConsoleOptions, createConsole } from './create-console.js'
export { type ConsoleMessages, englishMessages } from './messages.js'
export type { ConsoleSite } from './page.js'
