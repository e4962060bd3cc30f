import type { Page } from '@playwright/test'
import { expect, moveTo, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { answer, choose, dialog, row, saved } from './organisation-parts.ts'
import { vital } from './site.ts'

// Each inspection looks at some seventy controls.
test.slow()

const number = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const saveButton = (page: Page) => page.getByRole('button', { name: '保存する', exact: true })
const bar = (page: Page) => page.getByRole('region', { name: '保存', exact: true })

test('a base administrator changes the settings of their site, sees what differs, and the list shows it at once', async ({
  page,
  site,
  product,
  signInAs,
  openBrowser,
}) => {
  const { company, here, accounts } = site
  const store = (office_id: number | null, type: string, key: string, value: string) =>
    product.db.insertInto('master_setting').values({ company_id: company.companyId, office_id, type, key, value }).execute()
  await store(null, 'EMAIL_ALERT_SETTING', 'TO', 'honsha@example.co.jp')
  await store(null, 'COMPREHENSIVE_ALERT_DETECTION_DURATION', 'MAXIMUM_HEART_RATE', '1')
  await here.post([vital(accounts.User)])
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto('/physical-condition/list')
  await expect(page.getByRole('columnheader', { name: '年齢' })).toBeVisible()
  const leader = await openBrowser(accounts.GroupLeader)
  await leader.goto('/physical-condition/list')
  await expect(leader.getByRole('columnheader', { name: '年齢' })).toBeVisible()
  await page.getByRole('link', { name: 'マスター設定' }).click()
  await expectFitting(page, () => saveButton(page).waitFor())

  const maximum = number(page, '最大心拍超過')
  const lines = page.locator('[data-changed]')
  await expect(lines.filter({ has: maximum })).toContainText('会社既定 4')
  await maximum.fill('6')
  await expect(lines.filter({ has: maximum })).toContainText('拠点会社 1・既定 4会社の値に戻す')
  await expect(lines.filter({ has: maximum })).toContainText('既定より2分遅く危険になります。')
  await expect(page.getByText('会社の値と違う項目 1')).toBeVisible()
  await group(page, '体調一覧').getByRole('checkbox', { name: '年齢' }).uncheck()
  await expect(group(page, '体調一覧').getByRole('checkbox', { name: '氏名' })).toBeDisabled()
  await group(page, 'メールに載せる項目').getByRole('checkbox', { name: '心拍' }).check()
  await expect(group(page, 'メールに載せる項目')).toContainText('年齢・心拍・連絡先は個人の情報です。')
  await page.getByRole('button', { name: '4回目をやめる' }).click()
  await expect(page.getByText('だれも確認しなくても、契約管理者には知らせません。')).toBeVisible()
  const cc = page.getByRole('combobox', { name: 'Cc', exact: true })
  await cc.fill('genba@example.co.jp,anzen@example')
  await cc.press('Enter')
  await expect(bar(page)).toContainText('保存していない変更 6')

  // Leaving asks first, and so does a save, which names what is wrong before that.
  await page.getByRole('link', { name: 'ホーム' }).click()
  await answer(page, '保存していない変更があります。', '編集に戻る')
  await saveButton(page).click()
  await expect(page.getByRole('alert')).toHaveText(['「anzen@example」は届きません。「.co.jp」などを足してください。'])
  await expect(cc).toBeFocused()
  await page.getByRole('button', { name: 'anzen@exampleを外す' }).click()
  await saveButton(page).click()
  await expect(dialog(page)).toContainText('最大心拍超過：1分 → 6分')
  await expect(dialog(page)).toContainText('年齢・心拍・連絡先は個人の情報です。')
  await expectAccessible(page)
  await answer(page, '更新しますか。', '保存する')
  await saved(page)
  await expect(bar(page)).toContainText('変更はありません')
  await expect(leader.getByRole('columnheader', { name: '年齢' })).toHaveCount(0)

  await moveTo(page, '/physical-condition/list')
  await expect(row(page, accounts.User.fullName)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: '年齢' })).toHaveCount(0)
})

test('the service administrator changes the address of SisMil and puts it back, and a company’s settings', async ({
  page,
  site,
  signInAs,
}) => {
  await signInAs(site.accounts.AdminUnitService)
  await page.goto('/master-setting-unit-contract')
  await expect(page.getByText('会社を選ぶと、その会社の設定を見て、変えられます。')).toBeVisible()
  const url = page.getByRole('textbox', { name: 'SisMilのURL' })
  const save = page.getByRole('button', { name: 'URLを保存する' })
  await url.fill('sismil')
  await save.click()
  await expect(page.getByText('https:// か http:// で始まるURLを入力してください。')).toBeVisible()
  await url.fill('https://sismil.example.jp/')
  await save.click()
  await answer(page, 'https://sismil.example.jp/', '保存する')
  await expect(page.getByRole('link', { name: '開く' })).toHaveAttribute('href', 'https://sismil.example.jp/')
  await page.getByRole('button', { name: '既定に戻す' }).click()
  await answer(page, '既定のURLはありません。', '既定に戻す')
  await expect(url).toHaveValue('')

  await choose(page, '会社', site.company.name)
  await expectFitting(page, () => saveButton(page).waitFor())
  await page.getByRole('checkbox', { name: '拠点管理者に表示する' }).uncheck()
  await page.getByRole('group', { name: '累積する段階' }).getByText('2以上').click()
  await saveButton(page).click()
  await answer(page, '累積する段階：3以上 → 2以上', '保存する')
  await saved(page)
  await expect(page.getByText('既定と違う項目 2')).toBeVisible()
})
