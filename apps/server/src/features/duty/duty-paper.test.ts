import { dutyLaw } from '@mimamori/contract/duty-law'
import { beforeEach, describe, expect, test } from 'vitest'
import { readPdf } from '../../platform/pdf/test-pdf.ts'
import { startDuty } from './test-duty.ts'
import { usualProcedures } from '../../shared/duty/usual-procedures.ts'

const site = await startDuty()
const { people, office } = site
const a4 = [595, 842]

site.setTime('20T06:00')
await site.save({
  line: [
    { role: '各班の職長', name: '岩本　鉄男', phone: '090-5550-0451' },
    { role: '119番', name: '', phone: '119' },
  ],
  employers: [{ affiliation: '三協型枠', person: '髙橋　誠', phone: '090-5550-0471' }],
})
const worker = await site.newWorker('三協型枠', { full_name: '新井　学' })
await site.newWorker('大南設備', { full_name: '江口　陸' })
site.setTime('20T07:50')
await site.brief([worker], { speaker: '岩本　鉄男' })

beforeEach(() => site.setTime('20T13:00'))

const paper = async (query = '', actor = people.base) => {
  const answer = await site.app.inject({ method: 'GET', url: site.path(`/Paper${query}`), headers: await site.as(actor) })
  return { status: answer.statusCode, name: decodeURIComponent(String(answer.headers['content-disposition'])), bytes: answer.rawPayload }
}

const flat = (text: string) => text.replaceAll(/\s/g, '')

describe('the paper for an inspection', () => {
  test('has the line, the procedures, the register and what the law says, with the day on which that was checked', async () => {
    const { status, name, bytes } = await paper()
    expect([status, name]).toEqual([200, expect.stringContaining(`熱中症対策の体制と周知_${office.name}.pdf`)])
    const { text, sizes } = await readPdf(bytes)
    expect(sizes[0]).toEqual(a4)
    const steps = usualProcedures().split('\n')
    const said = [
      '各班の職長',
      '090-5550-0451',
      ...steps,
      '髙橋　誠',
      '大南設備',
      '未登録',
      '新井　学',
      '7/20 07:50',
      '朝礼',
      '日本語',
      'まだ',
    ]
    for (const words of [...said, ...dutyLaw.statute, ...dutyLaw.guidance, '2026/11/27', 'この期間の記録はありません。'])
      expect(flat(text)).toContain(flat(words))
    expect(await site.recordedOf('duty')).toContainEqual(expect.objectContaining({ action: 'export' }))
  })

  test('of a leader has the group alone', async () => {
    const { text } = await readPdf((await paper('', people.leader)).bytes)
    expect(flat(text)).not.toContain(flat(people.neighbour.full_name))
    expect(flat((await readPdf((await paper()).bytes)).text)).toContain(flat(people.neighbour.full_name))
  })

  test('is refused for days that cannot be', async () => {
    expect((await paper('?from=2026-07-20&to=2026-07-19')).status).toBe(400)
    expect((await paper('?from=2025-01-01&to=2026-07-19')).status).toBe(400)
  })
})

test('the paper to pin up is one sheet with the steps, the telephones and no names of workers', async () => {
  const { bytes, name } = await paper('?kind=poster')
  expect(name).toContain('掲示用')
  const { text, pages } = await readPdf(bytes)
  expect(pages).toHaveLength(1)
  for (const words of ['作業を止める', '090-5550-0451', '自分の言葉で読む']) expect(flat(text)).toContain(flat(words))
  expect(flat(text)).not.toContain(flat('新井　学'))
})

test('a long line and long procedures still fit on one sheet', async () => {
  await site.save({
    line: Array.from({ length: 12 }, (_, index) => ({ role: `役割${index}`, name: '氏名　氏名', phone: '090-0000-0000' })),
    procedures: Array.from({ length: 12 }, (_, index) => `${index}番目の手順を行う`).join('\n'),
  })
  expect((await readPdf((await paper('?kind=poster')).bytes)).pages).toHaveLength(1)
})
