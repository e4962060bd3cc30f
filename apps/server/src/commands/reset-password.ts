import { connectDatabase } from '../platform/database/database.ts'
import { runDatabaseCommand } from '../platform/database/command-database.ts'
import { resetPassword } from '../features/session/reset-password.ts'
import type { Command } from '../platform/command.ts'

/** Gives an account a new password, printed once. */
export const resetPasswordAtServer: Command = (call) =>
  runDatabaseCommand(
    call,
    async ({ url, argument, log }) => {
      const database = connectDatabase({ url, log, max: 1 })
      try {
        const password = await resetPassword({ db: database.db, clock: () => new Date() }, argument)
        if (password === undefined) throw new Error(`このログインIDのアカウントはありません / no account of this login ID: ${argument}`)
        return [
          `新しいパスワード / new password: ${password}`,
          `表示はこの一度だけです。次のログインで変更が必要です / shown this once; to be changed at the next sign-in: ${argument}`,
        ].join('\n')
      } finally {
        await database.close()
      }
    },
    { mayBeNew: false },
  )
