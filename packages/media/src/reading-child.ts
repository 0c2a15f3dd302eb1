import type { ImageSource } from '@platen/site/media'
import { doTasks } from './do-tasks.js'
import { readRecording } from './recordings/read-recording.js'

doTasks((source: ImageSource) => readRecording(source))
