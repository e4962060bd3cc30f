import { expireCommands } from './settle.ts'
import type { Recurring } from '../platform/recurring.ts'

/** Gives up commands that will not be answered any more, so that what waits behind them goes out. */
export const expireDownlinksJob: Recurring = {
  name: 'expire downlinks',
  everySeconds: 30,
  // The work makes its own transaction; two processes at it at once would do no harm either.
  lockedBy: 'session',
  run: ({ db, clock }) => expireCommands(db, clock()),
}
