import { expect, type Locator, type Page } from '@playwright/test'

/** The field of a form or filter bar with that label; headings of columns carry the same words. */
export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true }).and(page.locator('input, textarea'))

/** Chooses by typing a part of the words, as the keyboard would. */
export const choose = async (page: Page, label: string, words: string): Promise<void> => {
  const box = page.getByRole('combobox', { name: label, exact: true })
  await box.fill(words)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: words }).first().click()
}

/** Fills fields by their labels. */
export const fill = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

/** The dialog in front. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').last()

/** Answers the dialog in front, which must say so. */
export const answer = async (page: Page, says: string | RegExp, verb: string): Promise<void> => {
  await expect(dialog(page)).toContainText(says)
  const front = dialog(page)
  await front.getByRole('button', { name: verb, exact: true }).click()
  await expect(front.getByText(says)).toHaveCount(0)
}

/** Sends a form and answers the question it asks. */
export const save = async (page: Page, verb: '登録する' | '更新する'): Promise<void> => {
  await page.getByRole('button', { name: verb, exact: true }).click()
  await answer(page, verb === '登録する' ? '登録しますか。' : '更新しますか。', verb)
}

export const saved = (page: Page): Promise<void> => expect(page.getByText('保存しました。')).toBeVisible()

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
