import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeOffice, makeUser } from '../shared/organisation/test-factories.ts'
import { createTestContext } from '../platform/test-context.ts'

test('the operator of the server erases one person by login ID, code or number, and nobody by mistake', async () => {
  const { context, url, drop } = await createTestContext()
  const dataDir = await mkdtemp(join(tmpdir(), 'mimamori-erase-'))
  const run = (...args: string[]) =>
    new Promise<{ code: number; out: string; wrong: string }>((resolve) => {
      const command = join(import.meta.dirname, '../command.ts')
      const env = { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir }
      const child = execFile(process.execPath, [command, 'erase', ...args], { env }, (_, out, wrong) =>
        resolve({ code: child.exitCode ?? -1, out, wrong }),
      )
    })
  const { db } = context
  const [office, elsewhere] = [await makeOffice(db), await makeOffice(db)]
  const worker = await makeUser(db, 'User', office, { worker_code: 'A-1', full_name: '消去 太郎' })
  const namesake = await makeUser(db, 'User', elsewhere, { worker_code: 'A-1' })
  const namesNow = async () =>
    (
      await db
        .selectFrom('app_user as u')
        .select('u.full_name')
        .where('u.user_id', 'in', [worker.user_id, namesake.user_id])
        .orderBy('u.user_id')
        .execute()
    ).map(({ full_name }) => full_name)
  expect(await run(worker.login_id)).toMatchObject({ code: 1, out: '', wrong: expect.stringContaining('--yes') })
  const several = await run('A-1', '--yes')
  expect(several).toMatchObject({ code: 1, wrong: expect.stringContaining('複数の人が該当します') })
  expect(several.wrong).toContain(`番号 ${worker.user_id}：消去 太郎`)
  expect(await namesNow()).toEqual(['消去 太郎', namesake.full_name])

  expect(await run(worker.login_id.toUpperCase(), '--yes')).toEqual({
    code: 0,
    out: `消去しました / erased: 番号 ${worker.user_id}\n`,
    wrong: '',
  })
  expect(await run(String(namesake.user_id), '--number', '--yes')).toMatchObject({ code: 0 })
  expect(await namesNow()).toEqual([`消去済み（${worker.user_id}）`, `消去済み（${namesake.user_id}）`])
  expect(await run(String(worker.user_id), '--number', '--yes')).toMatchObject({ code: 1, wrong: expect.stringContaining('すでに') })
  const recorded = await db
    .selectFrom('audit_log as a')
    .select(['a.user_id', 'a.address', 'a.resource_id'])
    .where('a.action', '=', 'erase')
    .orderBy('a.audit_id')
    .execute()
  expect(recorded).toEqual([worker, namesake].map(({ user_id }) => ({ user_id: null, address: 'サーバー', resource_id: String(user_id) })))
  await rm(dataDir, { recursive: true })
  await drop()
})
