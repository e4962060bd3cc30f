import { readConfig } from './platform/config/config.ts'
import { loadVariableFiles } from './platform/config/variable-files.ts'
import { prepareDataFolder } from './platform/files/prepare-data-folder.ts'
import { describeStartFailure, exitCodeOf } from './platform/start-failure.ts'
import { describeUnknownVariables } from './platform/unknown-variables.ts'
import { startWithRoom } from './platform/start-with-room.ts'
import { stopOnSignals } from './platform/stop-on-signals.ts'
import { surviveFullOutput } from './platform/survive-full-output.ts'
import { startServer } from './start.ts'
import { version } from './platform/version.ts'

if (process.argv.includes('--version')) {
  process.stdout.write(`${version}\n`)
  process.exit()
}
surviveFullOutput()
try {
  loadVariableFiles()
  const settings = readConfig()
  const print = (line: string) => void process.stderr.write(`${line}\n`)
  const unknown = describeUnknownVariables()
  if (unknown !== undefined) print(unknown)
  await prepareDataFolder(settings)
  const { stop } = await startWithRoom(settings, () => startServer(settings), { print })
  stopOnSignals(stop)
} catch (error) {
  process.stderr.write(`${describeStartFailure(error)}\n`)
  process.exit(exitCodeOf(error))
}
