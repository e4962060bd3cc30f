import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sealLogJob } from '../features/audit-log/seal-job.ts'
import { writeAudit } from '../shared/organisation/write-audit.ts'
import { takeTurn } from '../platform/database/recurring.ts'
import { createTestContext } from '../platform/test-context.ts'

const command = join(import.meta.dirname, '../command.ts')

const run = (url: string, ...more: string[]) =>
  new Promise<{ code: number; out: string; wrong: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [command, 'verify-log', ...more],
      { env: { ...process.env, DATABASE_URL: url } },
      (_, out, wrong) => resolve({ code: child.exitCode ?? -1, out, wrong }),
    )
  })

test('a log that holds ends well and leaves a receipt, one that was changed is named and ends with 1', async () => {
  const { context, time, url, drop } = await createTestContext()
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-verify-'))
  const receipt = join(folder, 'receipt.json')
  for (const resourceId of ['1', '2', '3'])
    await writeAudit(context.db, {
      at: time.now,
      actor: null,
      address: '192.0.2.1',
      action: 'update',
      resource: 'group',
      resourceId,
      companyId: 0,
      officeId: null,
    })
  await takeTurn(context, sealLogJob)
  expect(await run(url, receipt)).toEqual({ code: 0, out: expect.stringContaining('記録3件に欠けも書き換えもありません'), wrong: '' })
  await context.db.deleteFrom('audit_log').where('audit_log.resource_id', '=', '2').execute()
  expect(await run(url)).toEqual({ code: 1, out: '', wrong: expect.stringMatching(/操作の記録：2番がありません \/ missing\n$/) })
  await context.pool.query('delete from audit_log; delete from audit_chain')
  expect(await run(url)).toMatchObject({ code: 0 })
  expect(await run(url, receipt)).toMatchObject({ code: 1, wrong: expect.stringContaining('前回の検証で3番だった記録') })
  await rm(folder, { recursive: true })
  await drop()
})
