import type { Command } from '../platform/command.ts'
import type { Context } from '../platform/context.ts'
import { runDatabaseCommand } from '../platform/database/command-database.ts'
import { connectDatabase } from '../platform/database/database.ts'

/**
 * A command that does something to the account of a login ID, beside the running product or without it.
 * @param work gives what is printed; undefined where there is no such account, and the command fails
 */
export const accountCommand =
  (work: (context: Pick<Context, 'db' | 'clock'>, loginId: string) => Promise<string | undefined>): Command =>
  (call) =>
    runDatabaseCommand(
      call,
      async ({ url, argument, log }) => {
        const { db, close } = connectDatabase({ url, log, max: 1 })
        try {
          const printed = await work({ db, clock: () => new Date() }, argument)
          if (printed === undefined) throw new Error(`このログインIDのアカウントはありません / no account of this login ID: ${argument}`)
          return printed
        } finally {
          await close()
        }
      },
      { mayBeNew: false },
    )
