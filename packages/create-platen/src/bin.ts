#!/usr/bin/env node
import { requireNode } from './require-node.js'

requireNode()
const { createFromArguments, packageManagerOf } = await import('./index.js')

const terminal = {
  input: process.stdin,
  output: process.stdout,
  isInteractive: process.stdin.isTTY === true,
  report: (message: string) => process.stderr.write(`${message}\n`),
}
const packageManager = packageManagerOf(process.env['npm_config_user_agent'])
process.exitCode = await createFromArguments(process.argv.slice(2), terminal, { packageManager })
