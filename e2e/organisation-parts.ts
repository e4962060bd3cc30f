import { expect, type Locator, type Page } from '@playwright/test'
import { lockOut } from '../apps/server/src/shared/organisation/test-factories.ts'
import type { Product } from './product.ts'
import { motionless } from './settled.ts'

/** The field of a form or filter bar with that label; headings of columns carry the same words. */
export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true }).and(page.locator('input, textarea'))

/** Chooses by typing a part of the words, as the keyboard would. */
export const choose = async (page: Page, label: string, words: string): Promise<void> => {
  const box = page.getByRole('combobox', { name: label, exact: true })
  await box.fill(words)
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  // Until the list has only what was typed, an option may move away under the click.
  await expect(options.filter({ hasNotText: words })).toHaveCount(0)
  await options.filter({ hasText: words }).first().click()
}

/** Fills fields by their labels. */
export const fill = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

/** Opens the form for a new one from a list. The list has fields of the same names, which are there until the form is. */
export const openNew = async (page: Page, what: string): Promise<void> => {
  await page.getByRole('link', { name: `${what}を追加` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${what}を追加` })).toBeVisible()
}

/** The dialog in front. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').last()

/** Answers the dialog in front, which must say so. */
export const answer = async (page: Page, says: string | RegExp, verb: string): Promise<void> => {
  await expect(dialog(page)).toContainText(says)
  const front = dialog(page)
  // A dialog that still grows may slip away between the button going down and up.
  await motionless(page)
  await front.getByRole('button', { name: verb, exact: true }).click()
  await expect(front.getByText(says)).toHaveCount(0)
}

/** Sends a form and answers the question it asks. */
export const save = async (page: Page, verb: '登録する' | '更新する'): Promise<void> => {
  await page.getByRole('button', { name: verb, exact: true }).click()
  await answer(page, verb === '登録する' ? '登録しますか。' : '更新しますか。', verb)
}

export const saved = (page: Page): Promise<void> => expect(page.getByText('保存しました。')).toBeVisible()

/** Locks somebody out behind the console's back, and lets them in again by the list, which is at `path`. */
export const unlock = async (
  page: Page,
  { db }: Product,
  path: string,
  { loginId, fullName }: { readonly loginId: string; readonly fullName: string },
): Promise<void> => {
  const person = await db.selectFrom('app_user').selectAll().where('login_id', '=', loginId).executeTakeFirstOrThrow()
  await lockOut(db, person, new Date())
  await page.goto(path)
  await page.getByRole('button', { name: `${fullName}のロックを解除` }).click()
  await answer(page, `「${fullName}」（ログインID ${loginId}）のロックを解除しますか。`, 'ロックを解除する')
  await expect(page.getByText('ロックを解除しました。')).toBeVisible()
  await expect(page.getByRole('button', { name: `${fullName}のロックを解除` })).toHaveCount(0)
}

/** Deletes a record by its row. */
export const remove = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: `${name}を削除` }).click()
  await answer(page, new RegExp(`「${name}」(（.+）)?を削除します。`), '削除する')
  await expect(page.getByRole('button', { name: `${name}を削除` })).toHaveCount(0)
}

/** The text of the list's download. */
export const downloadOf = async (page: Page): Promise<{ name: string; text: string }> => {
  // The words go away by themselves, perhaps before the file is read.
  const [file] = await Promise.all([
    downloaded(page, () => page.getByRole('button', { name: 'ダウンロード' }).click()),
    expect(page.getByText('出力しました。')).toBeVisible(),
  ])
  return file
}

/** The rows of the list with that text. */
export const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

/** What is said below a field. */
export const noteOf = async (page: Page, label: string): Promise<Locator> => {
  const id = await field(page, label).getAttribute('id')
  return page.locator(`[id="${id}-note"]`)
}

/** A file of the product's kind, with a byte-order mark and quoted cells. */
export const csv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(`\uFEFF${rows.map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`).join('')}`)

/** The text of a file the browser was handed by pressing something. */
export const downloaded = async (page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const stream = await download.createReadStream()
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer)
  return { name: download.suggestedFilename(), text: Buffer.concat(pieces).toString('utf8') }
}

/** Chooses a file on an import screen. */
export const putFile = (page: Page, name: string, buffer: Buffer): Promise<void> =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer })

/** Sends the file that is chosen. */
export const sendChosen = (page: Page): Promise<void> => save(page, '登録する')

/** Chooses a file and sends it. */
export const sendFile = async (page: Page, name: string, buffer: Buffer): Promise<void> => {
  await putFile(page, name, buffer)
  await sendChosen(page)
}

/** The headings of a file of administrators. */
export const adminHeader = ['ログインID', '氏名', 'フリガナ', '電話番号', 'メールアドレス', 'パスワード']

/** The headings of a file of workers. */
export const workerHeader = [
  'ログインID',
  '作業者コード',
  '氏名',
  'フリガナ',
  '性別',
  '生年月日',
  '電話番号',
  'メールアドレス',
  '所属1',
  '所属2',
  '所属3',
  '体調デバイス',
  '安全帯',
  '測定に同意した日',
  '同意を取り消した日',
  '暑さの中で働き始めた日',
  '作業の強さ',
  '暑熱順化',
  '服装',
  'パスワード',
]
