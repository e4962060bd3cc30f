import { expect, test } from './fixtures.ts'
import { expectFitting } from './inspect.ts'
import { choose } from './organisation-parts.ts'
import { vital } from './site.ts'

test.slow()

test('an administrator sees what was mailed about a call, and sends again what was refused', async ({ page, product, site, signInAs }) => {
  const { db } = product
  const { company, here, accounts } = site
  const owner = { company_id: company.companyId, office_id: here.officeId }
  await db
    .insertInto('master_setting')
    .values({ ...owner, type: 'EMAIL_ALERT_SETTING', key: 'TO', value: 'gate@example.jp,boss@example.jp' })
    .execute()
  await here.post([vital(accounts.User, { call: true })])
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto('/outbox-mail/list')
  const row = page.getByRole('row').filter({ hasText: '【緊急・呼出】' })
  await expect(async () => {
    await page.getByRole('button', { name: '最新の情報に更新' }).click()
    await expect(row).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(row).toContainText('gate@example.jp、boss@example.jp')
  await expect(row).toContainText('送信待ち')
  await expect(row).not.toContainText(accounts.User.fullName)
  await expect(page.getByText('メールの送信サーバー（SMTP_URL）が設定されていない')).toBeVisible()

  // As a mail server would have left it: one of the two has it, the other was refused.
  await db
    .updateTable('outbox_mail')
    .set({
      attempts: 1,
      sent_at: new Date(),
      delivered_to: ['gate@example.jp'],
      refused: JSON.stringify([{ address: 'boss@example.jp', reason: '550 no such mailbox' }]),
    })
    .where('company_id', '=', company.companyId)
    .execute()
  await choose(page, '状態', '一部に届いていません')
  await expect(page).toHaveURL(/state=refused/)
  await expect(row).toContainText('一部に届いていません')
  await expect(row).toContainText('宛先が見つかりません')
  await expectFitting(page, () => page.getByText('宛先が見つかりません').first().waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  await row.getByRole('button', { name: /もう一度送る$/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('boss@example.jp に、もう一度送ります。')
  await expect(dialog).not.toContainText('gate@example.jp')
  await dialog.getByRole('button', { name: 'もう一度送る' }).click()
  await expect(page.getByText('該当するメールはありません')).toBeVisible()
  await choose(page, '状態', 'すべて')
  await expect(row).toContainText('送信待ち')
  await page.getByRole('link', { name: '通知の量' }).click()
  await expect(page.getByRole('list', { name: '期間の数字' })).toContainText('受け取る人 2人')
  await expect(page.getByRole('list', { name: '理由ごとの件数' })).toContainText('緊急（呼出）')
  await expectFitting(page, () => page.getByRole('form', { name: '試す設定' }).waitFor())
})
