import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealLogJob } from '../../src/features/audit-log/seal-job.ts'
import { verifyLog } from '../../src/features/audit-log/verify.ts'
import { makeAlert } from '../../src/shared/organisation/test-factories.ts'
import { writeBackup } from '../../src/platform/backup/backup.ts'
import { openBackup } from '../../src/platform/backup/open-backup-place.ts'
import { restoreDatabase } from '../../src/platform/backup/restore.ts'
import { takeTurn } from '../../src/platform/database/recurring.ts'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { replayErasures } from '../../src/features/user-role/erasure/replay-erasures.ts'
import { pino } from 'pino'
import { sql } from 'kysely'
import { findTraces, leaveTraces, traces, worker } from './test-traces.ts'

let site: Awaited<ReturnType<typeof leaveTraces>>
let backup: string
beforeAll(async () => {
  site = await leaveTraces()
  backup = join(site.folder, 'before.backup')
  await writeBackup({ url: site.product.url, files: site.product.context.files }, await openBackup(backup))
}, 300_000)
afterAll(() => site.close())

const tablesOf = (found: readonly string[]) => [...new Set(found.map((line) => line.slice(0, line.indexOf(':'))))]
const erase = (userId: number, userName: string) => site.product.askAs(site.contract, 'POST', `/api/UserRole/${userId}/Erase`, { userName })

test('somebody who went through everything is in a good many tables', async () => {
  expect(tablesOf(await findTraces(site))).toEqual(
    expect.arrayContaining(
      `alert alert_event alert_notice app_user audit_log device downlink identity_subject ingest_key job kept_answer login named_place
       office office_link outbox_mail outbox_push passkey session sign_in_place site_map`.split(/\s+/),
    ),
  )
  expect(await readdir(site.folder)).toHaveLength(2)
})

test('once they are erased nothing names them, in no table and no file, and the log still holds', async () => {
  const { product, workerId, baseId, baseLogin } = site
  const before = await verifyLog(site.db)
  expect(before.faults).toEqual([])
  const figures = await site.db.selectFrom('hourly_summary').selectAll().execute()
  expect(await erase(workerId, worker.userName)).toMatchObject({ status: 200, body: { fullName: `消去済み（${workerId}）` } })
  expect(await erase(baseId, baseLogin)).toMatchObject({ status: 200 })
  expect(await findTraces(site)).toEqual([])
  expect(await site.db.selectFrom('hourly_summary').selectAll().execute()).toEqual(figures)
  expect((await verifyLog(site.db)).faults).toEqual([])
  // Entries about reads are sealed once their hour is over.
  product.time.now = new Date(product.time.now.getTime() + 3_600_000)
  await takeTurn(product.context, sealLogJob)
  const after = await verifyLog(site.db)
  expect(after).toMatchObject({ faults: [], unsealed: 0 })
  expect(after.entries).toBeGreaterThan(before.entries)
  const files = await readdir(site.folder)
  expect(files.toSorted()).toEqual(['before.backup', 'mimamori-erasures.json'])
  const ledger = await readFile(join(site.folder, 'mimamori-erasures.json'), 'utf8')
  expect(ledger).not.toMatch(new RegExp(traces.join('|'), 'i'))
})

test('a backup from before is restored, and both are erased from it again', async () => {
  const { product, workerId, baseId, office } = site
  const restored = await createTestDatabase({ migrated: false })
  const { db } = restored
  await restoreDatabase({ url: restored.url, source: await openBackup(backup), log: pino({ level: 'silent' }) })
  expect(await findTraces(restored)).not.toEqual([])
  const there = { ...product.context, ...restored, clock: () => product.time.now }
  // What was open when the backup was made was closed before they were erased.
  const person = await db.selectFrom('app_user').selectAll().where('user_id', '=', workerId).executeTakeFirstOrThrow()
  await makeAlert(db, person)
  // The product continued without them in the meantime: one has the number of somebody else now.
  await db
    .updateTable('app_user')
    .set({ created_at: new Date('2026-07-20T13:30:00+09:00') })
    .where('user_id', '=', baseId)
    .execute()
  expect(await replayErasures(there)).toBe(1)
  expect(await db.selectFrom('app_user').select('full_name').where('user_id', '=', baseId).execute()).not.toEqual([
    { full_name: `消去済み（${baseId}）` },
  ])
  await sql`
    update app_user u set created_at = (select s.created_at from app_user s where s.user_id = ${workerId}) where u.user_id = ${baseId}`.execute(
    db,
  )
  expect(await replayErasures(there)).toBe(1)
  expect(await findTraces(restored)).toEqual([])
  expect((await verifyLog(db)).faults).toEqual([])
  expect(await replayErasures(there)).toBe(0)
  const alerts = await db.selectFrom('alert').select('handling').where('company_id', '=', office.company_id).execute()
  expect(alerts.every(({ handling }) => handling === 'closed')).toBe(true)
  await takeTurn(there, sealLogJob)
  expect(await verifyLog(db)).toMatchObject({ faults: [], unsealed: 0 })
  await restored.drop()
})
