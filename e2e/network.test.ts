import { conditionRow, expect, test } from './fixtures.ts'
import { minutesAgo, vital } from './site.ts'

test('while the network is away the old values stay with their age, and all comes back by itself', async ({
  page,
  site,
  signInAs,
  context,
  line,
}) => {
  const { here, accounts } = site
  await here.post([vital(accounts.User, { at: minutesAgo(2), heartRate: 87 })])
  await signInAs(accounts.HeadquartersAdmin)
  const listening = page.waitForResponse('**/api/live*')
  await page.goto('/physical-condition/list')
  await page.getByRole('checkbox', { name: '自動更新' }).check()
  await listening
  const row = conditionRow(page, accounts.User.fullName)
  await expect(row).toContainText('87')

  line.cut()
  await context.setOffline(true)
  const notice = page.getByText('インターネットに接続されていません')
  await expect(notice).toBeVisible()
  await here.post([vital(accounts.User, { heartRate: 91 })])
  await page.getByRole('button', { name: '表示更新' }).click()
  await expect(row).toContainText('87')
  await expect(row).toContainText(/[2-9]分前/)

  // Nobody cut off knows what comes in.
  await expect(page.getByRole('banner').getByText('通信なし')).toBeVisible()
  await expect(page.getByText('受信中', { exact: true })).toHaveCount(0)

  line.mend()
  await context.setOffline(false)
  await expect(page.getByText('インターネットにつながりました')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect(row).toContainText('91')
  await expect(row).not.toContainText(/[2-9]分前/)
  await expect(page.getByText('最新の値を読み込めません。')).toHaveCount(0)

  await here.post([vital(accounts.User, { heartRate: 93 })])
  await expect(row).toContainText('93')
  await expect(row).toContainText(/秒前/)
})

test.describe('a browser that has not fetched everything yet', () => {
  test.use({ isNewcomer: true })

  test('a screen that cannot be fetched says why, silences no emergency, and comes by itself', async ({
    page,
    site,
    signInAs,
    context,
    line,
    faults,
  }) => {
    const { here, accounts } = site
    await here.post([vital(accounts.User, { call: true })])
    await signInAs(accounts.HeadquartersAdmin)
    await page.goto('/user')
    await page.evaluate(() => navigator.serviceWorker.ready)
    const banner = page.getByRole('region', { name: '緊急' }).getByRole('button', { name: '確認する' })
    await expect(banner).toBeVisible()
    line.cut()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'ホーム' }).click()
    const failure = page.getByRole('alert').filter({ hasText: '画面を表示できません' })
    await expect(failure).toContainText('インターネットに接続されていません。')
    await expect(banner).toBeVisible()

    // A reload leads to a page of our own: what still works, and nothing that was measured.
    await page.reload()
    await expect(page.getByRole('heading', { name: 'サーバーにつながりません' })).toBeVisible()
    await expect(page.getByRole('link', { name: '119番' })).toHaveAttribute('href', 'tel:119')
    await expect(page.getByText(accounts.User.fullName)).toHaveCount(0)
    line.mend()
    await context.setOffline(false)
    await expect(banner).toBeVisible()
    await expect(failure).toHaveCount(0)
    // The browser itself reports what it could not fetch.
    faults.length = 0
  })
})
