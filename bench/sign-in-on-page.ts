import type { Page } from 'playwright'
import type { Product } from './product.ts'

/** Signs in on a page as people do, as the service-unit administrator, and waits for their start. */
export const signInOnPage = async (page: Page, { url }: Pick<Product, 'url'>): Promise<void> => {
  await page.goto(`${url}/login`)
  await page.getByLabel('ログインID').fill('admin')
  await page.getByLabel('パスワード', { exact: true }).fill('Bench-1234')
  await page.getByRole('button', { name: 'ログイン' }).click()
  await page.waitForURL('**/home')
}
