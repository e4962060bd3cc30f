/** How long the database is waited for: longer than a connection is, and than it takes to find that a host is gone. */
const patienceMs = 10_000

/**
 * Does one piece of work at a time and waits for it so long at most. What hangs, as a commit does that its standby never confirms,
 * is begun once however often it is asked for, and holds one connection.
 * @returns what the work answers; undefined where it has not ended
 * @throws what the work throws in time
 */
export const inTime = <Answer>(work: () => Promise<Answer>, ms: number = patienceMs): (() => Promise<Answer | undefined>) => {
  let running: Promise<Answer> | undefined
  return async () => {
    running ??= work().finally(() => (running = undefined))
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), ms)
    })
    try {
      return await Promise.race([running, tooLong])
    } finally {
      clearTimeout(timer)
    }
  }
}
