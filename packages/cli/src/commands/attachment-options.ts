import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { CliError } from '../cli-error.js'

/** The sources of attachment files, and the storage for them. */
export interface AttachmentOptions {
  readonly attachments?: string
  readonly fetchAttachments?: boolean
  readonly allowPrivateAddresses?: boolean
  readonly files?: string
}

export function addAttachmentOptions(command: Command): Command {
  return command
    .option('--attachments <folder>', 'reads the files of attachments from a folder, laid out like "uploads" or flat')
    .option('--fetch-attachments', 'fetches the files of attachments from the URLs in the export')
    .option('--allow-private-addresses', 'fetches from private networks and this machine as well')
    .option('--files <folder>', 'where files are stored (default: the folder "files" beside the site)')
}

/** Whether files are imported; a `CliError` when the folder does not exist. */
export function wantsAttachments({ attachments, fetchAttachments }: AttachmentOptions): boolean {
  if (attachments === undefined) return fetchAttachments === true
  if (statSync(attachments, { throwIfNoEntry: false })?.isDirectory()) return true
  throw new CliError(`There is no folder ${attachments}.`, { exitCode: 2 })
}
