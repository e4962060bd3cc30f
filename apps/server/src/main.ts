import { readConfig } from './platform/config.ts'
import { describeStartFailure } from './platform/start-failure.ts'
import { stopOnSignals } from './platform/stop-on-signals.ts'
import { startServer } from './start.ts'

try {
  const { stop } = await startServer(readConfig())
  stopOnSignals(stop)
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`)
  process.exit(1)
}
