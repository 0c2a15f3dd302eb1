#!/usr/bin/env node
import { runCli } from './run-cli.js'

process.exitCode = await runCli(process.argv.slice(2))
// Input that a command left unread, since it was interrupted, would keep the process alive.
process.stdin.destroy()
