// Loaded before a test file. tap assigns each promise to the test that made it, by a hook that runs on every promise of the
// process, which doubles the time of what awaits much. Here each file has a process of its own: an error that nobody
// catches ends it, and that is a failure of the file.
import hooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

const idle = { enable: () => idle, disable: () => idle }
hooks.createHook = () => idle
syncBuiltinESMExports()
