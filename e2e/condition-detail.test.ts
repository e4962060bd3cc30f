import { changeAddress, expect, moveTo, test } from './fixtures.ts'
import { heat, minutesAgo, racing, vital } from './site.ts'

const limits = ['最大心拍180', '瞬時心拍159', '継続心拍140']

test('one person over a day: state, chart against the own three limits, hours, days, alerts', async ({ page, site, signInAs }) => {
  const { accounts, here } = site
  const dayAgo = 24 * 60
  await here.post([
    heat(29.4),
    vital(accounts.User, { at: minutesAgo(dayAgo + 2) }),
    vital(accounts.User, { at: minutesAgo(dayAgo + 1) }),
    ...racing(accounts.User),
  ])
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto(`/physical-condition/detail?UserId=${accounts.User.userId}&OfficeName=x&GroupName=y`)
  const state = page.getByRole('region', { name: 'いまの状態' })
  await expect(state).toContainText('危険')
  await expect(state).toContainText('40歳')
  await expect(state).toContainText('190 bpm')
  for (const fact of [here.name, '鉄骨1班', accounts.GroupLeader.fullName, '090-0000-0001', '東側 外部足場 3段目'])
    await expect(state).toContainText(fact)

  const chart = page.getByRole('figure', { name: '心拍、総合アラート、WBGTの経過' })
  await expect(chart.locator('canvas')).toBeVisible()
  for (const limit of limits) await expect(chart).toContainText(limit)
  const alerts = page.getByRole('table')
  await expect(alerts.getByRole('row').filter({ hasText: '危険' })).toContainText('未対応')

  const ribbon = page.getByRole('group', { name: '図に示す時刻' })
  await ribbon.getByRole('button', { name: /^8時から/ }).click()
  await expect(page).toHaveURL(/[?&]hour=8(&|$)/)
  await expect(ribbon.getByRole('button', { pressed: true })).toHaveAccessibleName(/^8時から/)
  await page.getByRole('combobox', { name: '時刻' }).click()
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: /^5時から/ })
    .click()
  await expect(page).toHaveURL(/[?&]hour=5(&|$)/)

  await page.getByText('昨日', { exact: true }).click()
  await expect(page).toHaveURL(/[?&]day=1(&|$)/)
  await expect(page.getByText('この日のアラートはありません。')).toBeVisible()
  await expect(chart.getByText('この日の記録はありません。')).toHaveCount(0)
  await page.getByText('一昨日', { exact: true }).click()
  await expect(page).toHaveURL(/[?&]day=2(&|$)/)
  await expect(chart.getByText('この日の記録はありません。')).toBeVisible()
  await page.getByText('今日', { exact: true }).click()
  await expect(alerts.getByRole('row').filter({ hasText: '危険' })).toBeVisible()

  // An alert links to its day and hour; the last hours of a day are shown from the hour that was chosen.
  const { userId } = accounts.User
  await changeAddress(page, `/physical-condition/detail?userid=${userId}&timeAlert=13:31&dayAlert=1`)
  await expect(ribbon.getByRole('button', { pressed: true })).toHaveAccessibleName(/^13時から/)
  await expect(page.getByRole('radio', { name: '昨日', exact: true })).toBeChecked()
  for (const [hour, hours] of [
    [22, ['22', '23']],
    [23, ['23']],
  ] as const) {
    await changeAddress(page, `/physical-condition/detail?UserId=${userId}&day=1&hour=${hour}`)
    await expect(page.locator('[data-shown="true"]')).toHaveText([...hours])
  }
})

test('somebody who withdrew consent is said to be, to those who watch and to themselves, without a value', async ({
  page,
  site,
  product,
  signInAs,
  openBrowser,
}) => {
  const { accounts, here } = site
  await here.post([heat(29.4), ...racing(accounts.User)])
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto(`/physical-condition/detail?UserId=${accounts.User.userId}`)
  await expect(page.getByRole('region', { name: 'いまの状態' })).toContainText('危険')
  await product.db
    .updateTable('app_user')
    .set({ consent_withdrawn_at: new Date() })
    .where('app_user.user_id', '=', accounts.User.userId)
    .execute()
  const withdrawn = '測定への同意が取り消されているため、体調の表示、判定、通知をしていません。'
  await page.getByText('昨日', { exact: true }).click()
  await expect(page.getByText(withdrawn)).toBeVisible()
  await expect(page.getByRole('region', { name: 'いまの状態' })).toHaveCount(0)
  await page.getByRole('link', { name: '同意の記録を確かめる' }).click()
  await expect(page.getByLabel('同意を取り消した日')).not.toHaveValue('')
  await moveTo(page, '/worker/list')
  await expect(page.getByRole('row').filter({ hasText: accounts.User.fullName })).toContainText('同意の取消し')

  const own = await openBrowser(accounts.User)
  await own.goto('/home')
  await expect(own.getByText(withdrawn)).toBeVisible()
  await expect(own.getByRole('link', { name: 'もう一度同意する' })).toBeVisible()
  await expect(own.getByRole('link', { name: /119/ })).toBeVisible()
})

test('a leader has the detail in the menu and chooses among the group and nobody else', async ({ page, site, signInAs }) => {
  const { accounts, here } = site
  await here.post([vital(accounts.User), vital(accounts.GroupLeader), ...racing(site.neighbour)])
  await signInAs(accounts.GroupLeader)
  await page.goto('/home')
  await page.getByRole('link', { name: '体調詳細' }).click()
  await expect(page.getByRole('link', { name: '体調詳細' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('link', { name: '体調一覧', exact: true })).not.toHaveAttribute('aria-current', 'page')
  await changeAddress(page, `/physical-condition/detail?UserId=${accounts.User.userId}`)
  await expect(page.getByRole('heading', { level: 2, name: accounts.User.fullName })).toBeVisible()
  // The way back to the list is the administrators'; the menu's entry is a link.
  await expect(page.getByRole('button', { name: '体調一覧' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'メンバー' }).click()
  const options = page.locator('.ant-select-item-option')
  await expect(options).toHaveCount(3)
  await expect(options.filter({ hasText: site.neighbour.fullName })).toHaveCount(0)
  await options.filter({ hasText: accounts.GroupLeader.fullName }).click()
  await expect(page).toHaveURL(new RegExp(`UserId=${accounts.GroupLeader.userId}(&|$)`))
  await expect(page.getByRole('heading', { level: 2, name: accounts.GroupLeader.fullName })).toBeVisible()
})
