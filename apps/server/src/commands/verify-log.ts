import { sayFaults } from '../features/audit-log/fault-words.ts'
import { compareReceipt, readReceipt, writeReceipt } from '../features/audit-log/receipt.ts'
import { verifyLog } from '../features/audit-log/verify.ts'
import { namedFile, runDatabaseCommand } from '../platform/database/command-database.ts'
import { connectDatabase } from '../platform/database/database.ts'
import type { Command } from '../platform/command.ts'

/** Reads the whole audit log and names what was changed. */
export const verifyAuditLog: Command = (call) =>
  runDatabaseCommand(
    call,
    async ({ url, argument, log }) => {
      const database = connectDatabase({ url, log, max: 1 })
      try {
        const now = new Date()
        const file = argument === '' ? undefined : namedFile(argument)
        const receipt = file === undefined ? undefined : await readReceipt(file)
        const { faults, heads, entries, unsealed } = await verifyLog(database.db)
        const replaced = receipt === undefined ? [] : await compareReceipt(database.db, receipt, now)
        const found = await sayFaults(database.db, [...faults, ...replaced])
        // The receipt of a log that held stays, so that the next check finds the same fault.
        if (found.length > 0) throw new Error(found.join('\n'))
        if (file !== undefined) await writeReceipt(file, heads, now)
        return `記録${entries}件に欠けも書き換えもありません（封をする前の記録 ${unsealed}件） / ${entries} entries verified, ${unsealed} not sealed yet`
      } finally {
        await database.close()
      }
    },
    { mayBeNew: false, needsNoArgument: true },
  )
