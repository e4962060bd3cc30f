import type { Locator, Page } from '@playwright/test'
import { makeCompany, makeDevice } from '../apps/server/src/shared/organisation/test-factories.ts'
import { expect, test } from './fixtures.ts'
import { csv, dialog, field, row, saved } from './organisation-parts.ts'
import { password } from './product.ts'
import { tabTo } from './tab-to.ts'

// No test of this file touches the mouse, nor puts the focus anywhere but by keys.

// A whole story with everything that moves: what is on its way in or out must not be in the way of what is done next.
test.use({ isStill: false })

const press = async (page: Page, target: Locator, key = 'Enter') => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const write = async (page: Page, label: string, text: string) => {
  await tabTo(page, field(page, label))
  await page.keyboard.type(text)
}
/** Chooses in a select field by typing a part of the words. */
const choose = async (page: Page, label: string, words: string) => {
  await tabTo(page, page.getByRole('combobox', { name: label, exact: true }))
  await page.keyboard.type(words)
  await expect(page.locator('.ant-select-dropdown:visible .ant-select-item-option-active')).toContainText(words)
  await page.keyboard.press('Enter')
}
/** Answers the question in front, which must say so. */
const answer = async (page: Page, says: string | RegExp, verb: string) => {
  await expect(dialog(page)).toContainText(says)
  const front = dialog(page)
  await press(page, button(front, verb))
  await expect(front.getByText(says)).toHaveCount(0)
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('a worker is made: fields, choices, a day, a device, and the save', async ({ page, site, product, signInAs }) => {
  await makeDevice(product.db, 'vital', site.here.officeId, { serial: '900' })
  const loginId = `keys-${Date.now()}`
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/worker/list')
  await press(page, page.getByRole('link', { name: '作業者を追加' }))
  await expect(heading(page, '作業者を追加')).toBeFocused()
  // What is missing is said, and the first of it has the focus.
  await press(page, button(page, '登録する'))
  await expect(field(page, '氏名')).toBeFocused()
  await page.keyboard.type('鍵盤　花子')
  await write(page, 'フリガナ', 'ケンバン　ハナコ')
  await write(page, '生年月日', '1971/05/18')
  await press(page, page.getByRole('radio', { name: '男', exact: true }), 'ArrowRight')
  await expect(page.getByRole('radio', { name: '女' })).toBeChecked()
  await expect(field(page, '生年月日')).toHaveValue('1971/05/18')
  await write(page, 'ログインID', loginId)
  await write(page, 'パスワード', password)
  await write(page, '確認用パスワード', password)

  const choosing = button(page, '体調デバイスを選ぶ')
  const picker = page.getByRole('dialog', { name: '体調デバイスを選ぶ' })
  await press(page, choosing)
  await expect(picker).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
  await expect(choosing).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, picker.getByLabel('シリアル番号'))
  await page.keyboard.type('900')
  await expect(picker.getByRole('row')).toHaveCount(2)
  await press(page, picker.getByRole('radio', { name: '体調デバイス 900' }), 'Space')
  await press(page, button(picker, '決定する'))
  await expect(picker).toHaveCount(0)
  await expect(button(page, '体調デバイスを変更')).toBeFocused()
  // Taken off and put on again: the way on starts where one was.
  await press(page, button(page, '体調デバイスを外す'))
  await expect(choosing).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, picker.getByRole('radio', { name: '体調デバイス 900' }), 'Space')
  await press(page, button(picker, '決定する'))

  await choose(page, '作業の強さ', '高代謝率')
  await press(page, button(page, '登録する'))
  await answer(page, '登録しますか。', '登録する')
  await saved(page)
  await expect(heading(page, '作業者')).toBeFocused()
  await expect(row(page, loginId).getByRole('cell', { name: '900', exact: true })).toBeVisible()
})

test('a group gets its members: searched for, ticked, decided, taken out', async ({ page, site, signInAs }) => {
  const { fullName } = site.accounts.User
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto(`/group/edit/${site.groups.second}`)
  const members = page.getByRole('group', { name: 'メンバー', exact: true })
  await press(page, button(page, 'メンバーを選ぶ'))
  const picker = page.getByRole('dialog', { name: 'メンバーを選ぶ' })
  const hides = picker.getByRole('switch')
  await press(page, hides, 'Space')
  await expect(hides).toBeChecked()
  await expect(picker.getByText('該当する作業者はいません')).toBeVisible()
  await page.keyboard.press('Space')
  await expect(picker.getByRole('checkbox', { name: fullName })).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(picker.getByLabel('氏名')).toBeFocused()
  await page.keyboard.type(fullName.slice(0, 2))
  await expect(picker.getByRole('row')).toHaveCount(2)
  await press(page, picker.getByRole('checkbox', { name: fullName, exact: true }), 'Space')
  await expect(picker.getByText('1件を選んでいます')).toBeVisible()
  await press(page, button(picker, '追加する'))
  await answer(page, 'ほかのグループに入っています。', '移す')
  await expect(picker).toHaveCount(0)
  await expect(button(page, 'メンバーを選ぶ')).toBeFocused()
  await expect(members.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Shift+Tab')
  await expect(button(members, `${fullName}を外す`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(members.getByRole('listitem')).toHaveCount(1)
  await expect(button(page, 'メンバーを選ぶ')).toBeFocused()

  await write(page, '追加するメールアドレス', 'gate@example.jp')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await expect(button(page, 'gate@example.jp を削除')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(page, '追加するメールアドレス')).toBeFocused()
  await page.keyboard.type('office@example.jp')
  await page.keyboard.press('Enter')
  await press(page, button(page, '更新する'))
  await answer(page, '更新しますか。', '更新する')
  await saved(page)
})

test('a list is filtered, sorted, paged, and rows are deleted from it, one after the other', async ({ page, site, product, signInAs }) => {
  const name = `鍵 ${Date.now()}`
  for (let n = 1; n <= 22; n += 1) await makeCompany(product.db, { name: `${name} ${String(n).padStart(2, '0')}` })
  await signInAs(site.accounts.AdminUnitService)
  await page.goto('/company/list')
  await write(page, '会社名', name)
  await page.keyboard.press('Enter')
  await expect(page.getByText('22社')).toBeVisible()
  await expect(field(page, '会社名')).toBeFocused()

  const column = page.getByRole('columnheader', { name: '会社名' })
  await press(page, column)
  await expect(column).toHaveAttribute('aria-sort', 'ascending')
  await page.keyboard.press('Enter')
  await expect(column).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('row').nth(1)).toContainText(`${name} 22`)
  await expect(column).toBeFocused()

  await press(page, page.getByTitle('2', { exact: true }))
  await expect(row(page, `${name} 01`)).toBeVisible()
  await expect(page.getByTitle('2', { exact: true })).toBeFocused()

  await page.reload()
  await press(page, button(page, `${name} 02を削除`))
  await answer(page, new RegExp(`「${name} 02」(（.+）)?を削除します。`), 'やめる')
  await expect(button(page, `${name} 02を削除`)).toBeFocused()
  await page.keyboard.press('Enter')
  await answer(page, new RegExp(`「${name} 02」(（.+）)?を削除します。`), '削除する')
  // The focus moves to the row that moved up, not to the top of the page.
  await expect(row(page, `${name} 02`)).toHaveCount(0)
  await expect(button(page, `${name} 01を削除`)).toBeFocused()
  await page.keyboard.press('Enter')
  await answer(page, new RegExp(`「${name} 01」(（.+）)?を削除します。`), '削除する')
  await expect(page).not.toHaveURL(/page=2/)
  await expect(row(page, `${name} 03`)).toBeVisible()
  expect(await page.evaluate(() => document.getElementById('main')?.contains(document.activeElement))).toBe(true)
})

test('a file is chosen, sent, refused, corrected and imported', async ({ page, site, signInAs }) => {
  const own = `keys-${Date.now()}`
  const file = (reading: string) => ({
    name: '拠点管理者.csv',
    mimeType: 'text/csv',
    buffer: csv([
      ['ログインID', '氏名', 'フリガナ', '電話番号', 'メールアドレス', 'パスワード'],
      ['', '鍵盤　太郎', reading, '', `${own}@example.jp`, password],
    ]),
  })
  // Listened for from the start: to begin as the key goes down may be too late.
  let furigana = ''
  page.on('filechooser', (chooser) => void chooser.setFiles(file(furigana)))
  await signInAs(site.accounts.AdminUnitContract)
  await page.goto('/base-admin/list')
  await press(page, page.getByRole('link', { name: 'ファイル取込' }))
  await expect(heading(page, '拠点管理者のファイル取込')).toBeFocused()
  await choose(page, '拠点', site.here.name)
  const give = async (choosing: string) => {
    await press(page, button(page, choosing))
    await expect(page.getByText('1行・文字コード UTF-8')).toBeVisible()
    await expect(button(page, '登録する')).toBeEnabled()
    await press(page, button(page, '登録する'))
    await answer(page, '登録しますか。', '登録する')
  }
  await give('ファイルを選ぶ')
  await expect(page.getByText('1件も登録していません。')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: '1件も登録していません。' })).toBeFocused()
  // What was wrong comes after the place where the mended file is chosen.
  for (let n = 0; n < 4 && !(await button(page, '別のファイルを選ぶ').evaluate((node) => node === document.activeElement)); n += 1)
    await page.keyboard.press('Shift+Tab')
  furigana = 'ケンバン　タロウ'
  await give('別のファイルを選ぶ')
  await answer(page, '1件を取り込みました。', '閉じる')
  await expect(heading(page, '拠点管理者')).toBeFocused()
  await expect(row(page, own)).toBeVisible()
})

test('the menu leads on, folds away, and on a phone opens and closes', async ({ page, site, signInAs }) => {
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/worker/list')
  const menu = page.getByRole('navigation', { name: 'メニュー' })
  await press(page, menu.getByRole('link', { name: 'グループ', exact: true }))
  await expect(heading(page, 'グループ')).toBeFocused()
  await page.reload()
  await press(page, button(menu, 'メニューをたたむ'))
  await expect(button(menu, 'メニューを広げる')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(menu.getByText('拠点管理')).toBeVisible()

  await page.setViewportSize({ width: 375, height: 800 })
  await page.reload()
  const opener = button(page, 'メニューを開く')
  await press(page, opener)
  const drawer = page.getByRole('dialog')
  const workers = drawer.getByRole('link', { name: '作業者', exact: true })
  await expect(workers).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, workers)
  await expect(heading(page, '作業者')).toBeFocused()
  await expect(drawer).toHaveCount(0)
})
