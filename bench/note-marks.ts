import { subscribe } from 'node:diagnostics_channel'
import { wayChannel } from '../apps/server/src/platform/way-marks.ts'

// Loaded into the server's process before it: sends on what it marks of the way of news, and does not keep the process alive.
subscribe(wayChannel, (mark) => void process.send?.(mark))
process.channel?.unref()
