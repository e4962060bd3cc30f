import { expect, moveTo, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { makeDuty, makeUser } from '../apps/server/src/shared/organisation/test-factories.ts'

const phone = { width: 375, height: 812 }

test.use({ hasTouch: true })

test('a leader records at the meeting without a network who was briefed, a worker confirms in Vietnamese, and a new version brings all back', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const { db } = product
  const { GroupLeader: leader, User: worker, HeadquartersAdmin: base } = site.accounts
  const { company_id, office_id, group_id } = await db
    .selectFrom('app_user')
    .select(['company_id', 'office_id', 'group_id'])
    .where('user_id', '=', leader.userId)
    .executeTakeFirstOrThrow()
  const place = { company_id, office_id: office_id ?? 0, group_id }
  await makeDuty(db, place, { line: JSON.stringify([{ role: '各班の職長', name: '岩本　鉄男', phone: '090-5550-0451' }]) })
  const newcomer = await makeUser(db, 'User', place, {
    full_name: '片山　純平',
    furigana: 'カタヤマ　ジュンペイ',
    affiliation1: '臨海重機',
  })
  await db.updateTable('app_user').set({ language: 'vi' }).where('user_id', '=', worker.userId).execute()
  const briefingsOf = (userId: number) =>
    db
      .selectFrom('duty_briefing')
      .select(['version', 'means', 'language'])
      .where('user_id', '=', userId)
      .orderBy('duty_briefing.briefing_id')
      .execute()

  await page.setViewportSize(phone)
  await signInAs(leader)
  await page.goto('/home')
  await expect(page.getByRole('region', { name: '手順の周知' })).toContainText('今日から入る人')
  await page.getByRole('link', { name: '手順を知らせる' }).tap()
  const missing = page.getByRole('region', { name: /今日から入る人/ })
  await expect(missing).toContainText('片山　純平')
  const button = page.getByRole('button', { name: /^朝礼で\d+人に周知した$/ })
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await expect(page.getByRole('link', { name: '各班の職長へ電話 090-5550-0451' })).toHaveAttribute('href', 'tel:09055500451')
  await expectAccessible(page)
  await expectFitting(page)
  await page.setViewportSize(phone)
  await page.context().setOffline(true)
  await button.tap()
  await expect(page.getByText('未送信 1件')).toBeVisible()
  await expect(page.getByText('版1は、全員に知らせました。')).toBeVisible()
  expect(await briefingsOf(newcomer.user_id)).toEqual([])
  await page.context().setOffline(false)
  await expect(page.getByText('未送信 1件')).toBeHidden()
  const atMeeting = { version: 1, means: 'meeting', language: 'ja' }
  expect(await briefingsOf(newcomer.user_id)).toEqual([atMeeting])
  await moveTo(page, '/home')
  await expect(page.getByText('いまの体調')).toBeVisible()
  await expect(page.getByRole('region', { name: '手順の周知' })).toBeHidden()

  await signInAs(worker)
  await page.goto('/home#procedure')
  await expect(page.getByText('Dừng làm việc')).toBeVisible()
  const understood = page.getByRole('button', { name: 'Tôi đã hiểu' })
  expect((await understood.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await understood.tap()
  await expect(page.getByText(/Bạn đã bấm “Tôi đã hiểu”/)).toBeVisible()
  expect(await briefingsOf(worker.userId)).toEqual([atMeeting, { version: 1, means: 'page', language: 'vi' }])
  await expectAccessible(page)

  await signInAs(base)
  await page.goto('/duty')
  await page.getByRole('button', { name: '直す' }).tap()
  await page.getByRole('textbox', { name: '手順', exact: true }).fill('日陰へ移す\n119番')
  await expectAccessible(page)
  await page.getByRole('button', { name: '版2として保存する' }).tap()
  await expect(page.getByRole('heading', { name: '手順　版2' })).toBeVisible()
  const back = page.getByRole('region', { name: /まだ知らせていない人/ })
  await expect(back).toContainText('片山　純平')
  await page.getByRole('button', { name: /臨海重機/ }).tap()
  await expect(page.getByText('責任者が未登録です').first()).toBeVisible()
  await page.getByRole('button', { name: '版の履歴' }).tap()
  await expect(page.getByRole('dialog')).toContainText('版1')
  await expectFitting(page)
})
