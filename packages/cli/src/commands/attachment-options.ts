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

/** Whether files are imported; a `CliError` when the folder does not exist, or for options without an effect. */
export function wantsAttachments({ attachments, fetchAttachments, ...others }: AttachmentOptions): boolean {
  if (others.allowPrivateAddresses && !fetchAttachments)
    throw new CliError('--allow-private-addresses needs --fetch-attachments.', { exitCode: 2 })
  if (others.files !== undefined && !fetchAttachments && attachments === undefined)
    throw new CliError('--files needs --attachments or --fetch-attachments.', { exitCode: 2 })
  if (attachments === undefined) return fetchAttachments === true
  if (statSync(attachments, { throwIfNoEntry: false })?.isDirectory()) return true
  throw new CliError(`There is no folder ${attachments}.`, { exitCode: 2 })
}
