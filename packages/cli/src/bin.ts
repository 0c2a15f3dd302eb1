#!/usr/bin/env node
import { runCli } from './run-cli.js'

process.exitCode = await runCli(process.argv.slice(2))
// Input that an interrupted command has not read would keep the process alive.
process.stdin.destroy()
