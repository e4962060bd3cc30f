import { expect, test } from 'vitest'
import { makeAlert } from '../../../shared/monitoring/workers/test-workers.ts'
import { makeUser } from '../../../shared/organisation/test-factories.ts'
import { readPdf } from '../../../platform/pdf/test-pdf.ts'
import { at, startRecordTests } from './test-recorded.ts'

const { product, tenants, addReading, addEvent } = await startRecordTests()

type User = { readonly user_id: number }

const download = async (viewer: User, id: number) =>
  product.app.inject({ method: 'GET', url: `/api/Alert/${id}/Download`, headers: await product.as(viewer) })

const paperFor = async (viewer: User, id: number) => {
  const { rawPayload, statusCode } = await download(viewer, id)
  expect(statusCode).toBe(200)
  const paper = await readPdf(rawPayload)
  // Names are stored with a full-width space, which a PDF reader gives back as a plain one.
  return { ...paper, says: (text: string) => paper.text.includes(text.replaceAll('　', ' ')) }
}

const addPulse = (time: string, heartRate: number, userId: number) =>
  addReading(time, { heart_rate: heartRate, user_id: userId, total_level: 1 })

test('the paper of a record says who, what was measured, what was done, who was notified and how it ended', async () => {
  const { db } = product.context
  const { worker, leader, base } = tenants.people
  const { alert_id } = await makeAlert(db, worker, at('12:00'), {
    ended_at: at('12:20'),
    ending: 'recovered',
    peak_level: 3,
    handling: 'closed',
    outcome: 'rested',
    handled_at: at('12:25'),
    handled_by: leader.user_id,
    note: '日陰で休んだ',
  })
  for (const [time, rate] of [
    ['11:40', 90],
    ['12:00', 150],
    ['12:01', 171],
    ['12:29', 100],
  ] as const)
    await addPulse(time, rate, worker.user_id)
  await addEvent(alert_id, '12:05', 'acknowledged', leader)
  await db
    .insertInto('alert_notice')
    .values({
      company_id: tenants.office.company_id,
      alert_id,
      occasion: 'opened',
      level: 3,
      at: at('12:01'),
      channel: 'mail',
      addresses: ['a@example.com'],
    })
    .execute()

  const { headers } = await download(base, alert_id)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining(encodeURIComponent(`アラートの記録_20260720_${alert_id}.pdf`)) as string,
  })
  const paper = await paperFor(base, alert_id)
  expect(paper.sizes[0]).toEqual([595, 842])
  for (const text of [
    `アラートの記録 No. ${alert_id}`,
    worker.full_name,
    worker.furigana,
    '危険',
    '12:00–12:20',
    '20分・回復',
    '171 bpm',
    '休憩して復帰',
    '心拍 bpm',
    '確認した',
    leader.full_name,
    '発生から5分',
    'a@example.com',
    '日陰で休んだ',
    '職長',
    '拠点管理者',
    '安全担当',
    '2026年7月20日 13:00 印刷',
    base.full_name,
    `1 / ${paper.pages.length} ページ`,
  ])
    expect({ text, isThere: paper.says(text) }).toEqual({ text, isThere: true })

  expect((await paperFor(leader, alert_id)).says('example.com')).toBe(false)
})

test('a paper goes to those in whose scope the alert is', async () => {
  const { people } = tenants
  const { alert_id } = await makeAlert(product.context.db, people.worker, at('12:00'))
  const other = await makeAlert(product.context.db, people.neighbour, at('12:00'))
  const status = async (viewer: User, id = alert_id) => (await download(viewer, id)).statusCode
  for (const viewer of [people.service, people.contract, people.base, people.leader, people.subLeader])
    expect(await status(viewer)).toBe(200)
  expect(await status(people.worker)).toBe(403)
  for (const viewer of [people.foreignContract, people.foreignBase]) expect(await status(viewer)).toBe(404)
  expect(await status(people.leader, other.alert_id)).toBe(404)
  expect(await status(people.service, 999_999)).toBe(404)
})

test('the paper of a drill says so before anything else, and in its name', async () => {
  const { worker, base } = tenants.people
  const { alert_id } = await makeAlert(product.context.db, worker, at('12:00'), {
    kind: 'emergency',
    drill: true,
    user_id: null,
    full_name: null,
    ended_at: at('12:05'),
  })
  const paper = await paperFor(base, alert_id)
  expect(paper.title).toContain('【訓練】')
  expect(paper.says('訓練の記録です。実際の緊急ではありません。')).toBe(true)
  expect((await download(base, alert_id)).headers['content-disposition']).toContain(encodeURIComponent('訓練の記録_'))
})

test('somebody who may not see names gets none on paper', async () => {
  const { db } = product.context
  const { office, sibling, people } = tenants
  const mover = await makeUser(db, 'GroupLeader', sibling)
  const { alert_id } = await makeAlert(db, { ...mover, office_id: office.office_id }, at('12:00'), {
    base_name: '秘密の拠点',
    note: '秘密',
  })
  await addEvent(alert_id, '12:05', 'acknowledged', { ...people.base, full_name: '秘密の管理者' }, '秘密の申し送り')
  const paper = await paperFor(mover, alert_id)
  expect(paper.says('以前の拠点のアラートのため')).toBe(true)
  expect(paper.says('秘密')).toBe(false)
})

test('no values of somebody who withdrew consent are on paper', async () => {
  const { db } = product.context
  const { worker, base } = tenants.people
  const { alert_id } = await makeAlert(db, worker, at('12:00'))
  await addPulse('12:00', 171, worker.user_id)
  const set = (consent_withdrawn_at: Date | null) =>
    db.updateTable('app_user').set({ consent_withdrawn_at }).where('app_user.user_id', '=', worker.user_id).execute()
  const values = ['171 bpm', '最高心拍']
  const before = await paperFor(base, alert_id)
  for (const value of values) expect(before.says(value)).toBe(true)
  await set(at('12:30'))
  const paper = await paperFor(base, alert_id)
  await set(null)
  expect(paper.says('本人が同意を取り下げたため')).toBe(true)
  for (const value of values) expect(paper.says(value)).toBe(false)
})
