import { ConfigError, readConfig } from './platform/config.ts'
import { startServer } from './start.ts'

const complain = (line: string) => void process.stderr.write(`${line}\n`)

/** What kept the product from starting, in one line where it is the operator's to mend. */
const reasonOf = (error: unknown): string => {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return String(error)
  return `見守りを始められません：${error.message || error.name}`
}

const run = async () => {
  const { stop } = await startServer(readConfig())
  let isStopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) {
      complain(`${signal} を2度受け取ったので、待たずに終わります。`)
      process.exit(1)
    }
    isStopping = true
    void stop().then(() => process.exit(0))
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

try {
  await run()
} catch (error) {
  complain(reasonOf(error))
  process.exit(1)
}
