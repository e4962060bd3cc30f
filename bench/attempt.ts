/** What could not be measured, and why, as one line of JSON says it. */
export type Failure = { readonly name: string; readonly failed: string }

const failures: Failure[] = []

/** Says at the end what failed, since hundreds of figures may have come after it. */
export const reportFailures = (): void => {
  if (failures.length === 0) return
  const lines = failures.map(({ name, failed }) => `${name}: ${failed}`)
  process.stderr.write(`${[`${failures.length} could not be measured:`, ...lines].join('\n')}\n`)
}

/**
 * Runs a part of the bench, or a part of a part: where it fails, one line of JSON says why, what comes after it still runs, and the
 * process ends with 1.
 * @returns what the work hands back; undefined where it failed
 */
export const attempt = async <Result>(name: string, work: () => Result | Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work()
  } catch (error) {
    const failure: Failure = { name, failed: error instanceof Error ? error.message : String(error) }
    failures.push(failure)
    process.stdout.write(`${JSON.stringify(failure)}\n`)
    // Where in the code it was, for a reader; figures are read from the other stream.
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    process.exitCode = 1
    return undefined
  }
}
