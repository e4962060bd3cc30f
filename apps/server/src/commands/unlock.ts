import { connectDatabase } from '../platform/database/database.ts'
import { runDatabaseCommand } from '../platform/database/command-database.ts'
import { unlockLogin } from '../features/session/unlock-login.ts'
import type { Command } from '../platform/command.ts'

const lines = {
  unlocked: 'ロックを解除しました / unlocked',
  notLocked: 'ロックされていません / not locked',
  unknown: 'このログインIDのアカウントはありません / no account of this login ID',
} as const

/** Lets an account in again that wrong passwords have locked. */
export const unlock: Command = (call) =>
  runDatabaseCommand(
    call,
    async ({ url, argument, log }) => {
      const database = connectDatabase({ url, log, max: 1 })
      try {
        const outcome = await unlockLogin({ db: database.db, clock: () => new Date() }, argument)
        if (outcome === 'unknown') throw new Error(`${lines.unknown}: ${argument}`)
        return `${lines[outcome]}: ${argument}`
      } finally {
        await database.close()
      }
    },
    { mayBeNew: false },
  )
