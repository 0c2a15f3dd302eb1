#!/usr/bin/env node
import { createFromArguments } from './create-from-arguments.js'

process.exitCode = await createFromArguments(process.argv.slice(2), {
  input: process.stdin,
  output: process.stdout,
  isInteractive: process.stdin.isTTY === true,
  report: message => process.stderr.write(`${message}\n`),
})
