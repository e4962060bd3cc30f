import { mkdtemp, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { answer, csv, downloaded, row } from './organisation-parts.ts'
import { password } from './product.ts'

const adminHeader = ['ログインID', '氏名', 'フリガナ', '電話番号', 'メールアドレス', 'パスワード']
const workerHeader = [
  'ログインID', '作業者コード', '氏名', 'フリガナ', '性別', '生年月日', '電話番号', 'メールアドレス', '所属1', '所属2', '所属3', '体調デバイス', '安全帯',
  '測定に同意した日', '同意を取り消した日', '暑さの中で働き始めた日', '作業の強さ', '暑熱順化', '服装', 'パスワード',
]
const worker = (loginId: string, values: Readonly<Record<string, string>> = {}) => {
  const base: Record<string, string> = { ログインID: loginId, 氏名: '取込　太郎', フリガナ: 'トリコミ　タロウ', 性別: '男', 生年月日: '昭和46年5月18日', パスワード: password, ...values }
  return workerHeader.map((name) => base[name] ?? '')
}

const put = (page: Page, name: string, buffer: Buffer) => page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer })
const send = async (page: Page) => {
  await page.getByRole('button', { name: '登録する' }).click()
  await answer(page, '登録しますか。', '登録する')
}

test('workers come in from a file: what is wrong is said by row, nothing is stored before all is right', async ({ page, site, product, signInAs }) => {
  await product.db.updateTable('app_user').where('office_id', '=', site.here.officeId).set({ gender: 1 }).execute()
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/worker/list')
  await page.getByRole('link', { name: 'ファイル取込' }).click()
  await expect(page).toHaveURL(`/worker/inputfile?OfficeId=${site.here.officeId}`)
  await expect(page.getByRole('button', { name: '登録する' })).toBeDisabled()

  await put(page, 'a.txt', Buffer.from('x'))
  await expect(page.getByText('ファイルの形式が正しくありません。CSVファイルを選んでください。')).toBeVisible()

  const own = `imp-${Date.now()}`
  await put(page, '作業者.csv', csv([workerHeader, worker(`${own}-1`), worker(`${own}-2`, { 生年月日: '昭和46年13月2日', 電話番号: '090(5555)0142' }), worker(`${own}-3`, { 氏名: '' })]))
  await expect(page.getByText('3行・文字コード UTF-8')).toBeVisible()
  await send(page)
  await expect(page.getByText('3行のうち 2行に誤りがあるため、1件も登録していません。')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '生年月日' })).toContainText('昭和46年13月2日')
  await expect(page.getByRole('row').filter({ hasText: '電話番号' })).toContainText('半角の数字とハイフンで入力してください。')
  await expect(page.getByRole('row').filter({ hasText: '氏名' })).toContainText('この項目は必須です。')
  await expect(page.getByRole('button', { name: '登録する' })).toBeDisabled()
  const faults = await downloaded(page, () => page.getByRole('button', { name: '誤り一覧を保存' }).click())
  expect(faults.name).toBe('誤り一覧_作業者.csv')
  expect(faults.text).toContain('"3","生年月日","昭和46年13月2日"')

  await put(page, '作業者.csv', csv([workerHeader, worker(`${own}-1`), worker(`${own}-2`)]))
  await send(page)
  await answer(page, /2件を取り込みました。\s*登録 2件・更新 0件・削除 0件/, '閉じる')
  await expect(page).toHaveURL('/worker/list')
  await expect(row(page, `${own}-2`)).toContainText('取込　太郎')

  // What was downloaded goes back in, changed.
  const list = await downloaded(page, () => page.getByRole('button', { name: 'ダウンロード' }).click())
  await page.getByRole('link', { name: 'ファイル取込' }).click()
  await put(page, list.name, Buffer.from(list.text.replaceAll('取込　太郎', '取込　次郎')))
  await send(page)
  await answer(page, /件を取り込みました。/, '閉じる')
  await expect(row(page, `${own}-1`)).toContainText('取込　次郎')
})

test('a file is dropped, one at a time; leaving with one chosen asks', async ({ page, site, signInAs }) => {
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/worker/inputfile')
  const drop = async (names: readonly string[]) => {
    const data = await page.evaluateHandle((files) => {
      const transfer = new DataTransfer()
      for (const name of files) transfer.items.add(new File(['a,b\r\n1,2\r\n'], name, { type: 'text/csv' }))
      return transfer
    }, names)
    await page.getByText('ここにファイルを置くか').dispatchEvent('drop', { dataTransfer: data })
  }
  await drop(['a.csv', 'b.csv'])
  await expect(page.getByText('ファイルは1つずつ選んでください。')).toBeVisible()
  await drop(['a.csv'])
  await expect(page.getByText('1行・文字コード UTF-8')).toBeVisible()
  await page.getByRole('link', { name: 'グループ' }).click()
  await answer(page, '保存していない変更があります。', '編集に戻る')
  await send(page)
  await expect(page.getByText('ファイルに誤りがあるため、1件も登録していません。')).toBeVisible()
  await expect(page.getByText(/見出しがありません/)).toBeVisible()
})

test('a file over 100,000,000 bytes is refused before it travels', async ({ page, site, signInAs }) => {
  const path = join(await mkdtemp(join(tmpdir(), 'mimamori-large-')), 'large.csv')
  const file = await open(path, 'w')
  await file.truncate(100_000_001)
  await file.close()
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/worker/inputfile')
  await page.locator('input[type="file"]').setInputFiles(path)
  await expect(page.getByText('ファイルが大きすぎます。100,000,000バイトまでのファイルを選んでください。')).toBeVisible()
  await expect(page.getByRole('button', { name: '登録する' })).toBeDisabled()
})

test('a long file shows how far it is, and ends in its counts', async ({ page, site, signInAs }) => {
  const own = `long-${Date.now()}`
  const rows = Array.from({ length: 2_500 }, (_, n) => worker(`${own}-${n}`, { 所属1: 'あ'.repeat(40), パスワード: '' }))
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/worker/inputfile')
  await put(page, '長い.csv', csv([workerHeader, ...rows]))
  await send(page)
  await expect(page.getByRole('progressbar')).toBeVisible()
  await answer(page, '2,500件を取り込みました。', '閉じる')
})

for (const { role, path, name, choosesSite } of [
  { role: 'AdminUnitService', path: '/admin-unit-service', name: 'サービス管理者', choosesSite: false },
  { role: 'AdminUnitContract', path: '/base-admin', name: '拠点管理者', choosesSite: true },
] as const)
  test(`${name} come in from a file, and the template says its columns`, async ({ page, site, signInAs }) => {
    const own = `adm-${Date.now()}`
    await signInAs(site.accounts[role])
    const upload = choosesSite ? `/base-admin/inputfile?OfficeId=${site.here.officeId}` : `${path}/inputFile`
    await page.goto(upload)
    await expect(page.getByRole('heading', { level: 1, name: `${name}のファイル取込` })).toBeVisible()
    const template = await downloaded(page, () => page.getByRole('button', { name: '見本をダウンロード' }).click())
    for (const column of adminHeader) expect(template.text).toContain(`"${column}"`)
    await put(page, 'a.csv', csv([adminHeader, [choosesSite ? '' : own, `取込　${own}`, 'トリコミ　カンリ', '', '', password]]))
    await send(page)
    await answer(page, '1件を取り込みました。', '閉じる')
    await page.goto(`${path}/list?fullName=${encodeURIComponent(`取込　${own}`)}`)
    await expect(row(page, `取込　${own}`)).toBeVisible()
  })
