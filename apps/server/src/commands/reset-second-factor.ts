import { connectDatabase } from '../platform/database/database.ts'
import { runDatabaseCommand } from '../platform/database/command-database.ts'
import { resetLogin } from '../features/session/second-factor/reset-login.ts'
import type { Command } from '../platform/command.ts'

const lines = {
  reset: '二段階認証を外しました / second factor taken away',
  none: '二段階認証は設定されていません / no second factor',
  unknown: 'このログインIDのアカウントはありません / no account of this login ID',
} as const

/** Takes a lost second factor away. */
export const resetSecondFactor: Command = (call) =>
  runDatabaseCommand(
    call,
    async ({ url, argument, log }) => {
      const database = connectDatabase({ url, log, max: 1 })
      try {
        const outcome = await resetLogin({ db: database.db, clock: () => new Date() }, argument)
        if (outcome === 'unknown') throw new Error(`${lines.unknown}: ${argument}`)
        return `${lines[outcome]}: ${argument}`
      } finally {
        await database.close()
      }
    },
    { mayBeNew: false },
  )
