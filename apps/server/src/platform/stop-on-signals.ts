const complain = (line: string) => void process.stderr.write(`${line}\n`)

/** Ends the process in order at the first SIGINT or SIGTERM, and at once at the second. */
export const stopOnSignals = (stop: () => Promise<void>): void => {
  let isStopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) {
      complain(`${signal} をもう一度受け取ったので、待たずに終わります。`)
      process.exit(1)
    }
    isStopping = true
    void stop().then(() => process.exit(0))
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
