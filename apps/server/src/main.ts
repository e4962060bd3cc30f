import { readConfig } from './platform/config.ts'
import { describeStartFailure } from './platform/start-failure.ts'
import { startWithRoom } from './platform/start-with-room.ts'
import { stopOnSignals } from './platform/stop-on-signals.ts'
import { surviveFullOutput } from './platform/survive-full-output.ts'
import { startServer } from './start.ts'

surviveFullOutput()
try {
  const settings = readConfig()
  const print = (line: string) => void process.stderr.write(`${line}\n`)
  const { stop } = await startWithRoom(settings, () => startServer(settings), { print })
  stopOnSignals(stop)
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`)
  process.exit(1)
}
