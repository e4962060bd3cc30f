import { endpoints } from '@mimamori/contract/endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient, queryOf } from '../platform/query.ts'
import { CompanyStartScreen } from './start-screen.tsx'

const started = {
  company: { companyId: 3, officeCode: 'SHM', companyName: '株式会社汐見組', version: 1 },
  office: { officeId: 4, officeName: '有明北' },
  administrator: { userId: 7, userName: 'ARK-1', fullName: '岩田　聡美', password: 'Abcd2345efgh6789' },
  key: { id: 'k1', secret: 's3cret', name: '南ゲートの親機', mqtt: null, isCollected: true },
}

let answer: () => Response | Promise<Response>
let search: () => Record<string, unknown>
const sent: unknown[] = []

beforeEach(async () => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  sent.length = 0
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(url instanceof Request ? url : new URL(url, location.href), init)
    if (request.method !== 'POST') return Response.json({ data: [], count: 0 })
    sent.push(await request.json())
    return answer()
  })
  queryClient.setQueryData(queryOf(endpoints.session.userInfo, {}).queryKey, { userId: 9, roleKey: 'AdminUnitService' } as never)
  search = await mount(() => (
    <QueryClientProvider client={queryClient}>
      <CompanyStartScreen />
    </QueryClientProvider>
  ))
})
afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const field = (name: string) => page.getByRole('textbox', { name })
const fillIn = async () => {
  const values = { 会社名: '株式会社汐見組', 会社コード: 'SHM', 拠点名: '有明北', 拠点コード: 'ARK', 管理者の氏名: '岩田　聡美' }
  for (const [name, value] of Object.entries(values)) await field(name).fill(value)
  await field('管理者のフリガナ').fill('イワタ　サトミ')
}
const send = page.getByRole('button', { name: 'まとめて登録する' })

test('beside the form is what will exist, and how much is still to fill in', async () => {
  const beside = page.getByRole('complementary')
  await expect.element(page.getByText('必須 6 のうち 0')).toBeVisible()
  await fillIn()
  await expect.element(page.getByText('入力は終わりました')).toBeVisible()
  await expect.poll(() => beside.element().textContent).toContain('会社 1株式会社汐見組')
  expect(beside.element().textContent).toContain('ログインIDは ARK-1 のようになります。')
  await field('受信キーの名前').fill('')
  await expect.poll(() => beside.element().textContent).toContain('受信キー作りません')
})

test('a code that is taken is said at its field; a lost answer is not sent again blindly', async () => {
  await fillIn()
  answer = () => Response.json(['入力した会社コードはすでに登録されています。'], { status: 400 })
  await send.click()
  await expect.element(field('会社コード')).toHaveFocus()
  await expect.element(field('会社コード')).toHaveAttribute('aria-invalid', 'true')
  answer = () => Promise.reject(new TypeError('the line went dead'))
  await field('会社コード').fill('SHM2')
  await send.click()
  await expect.element(page.getByText('返事が届かず、登録できたかどうかがわかりません。', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: '閉じる' }).click()
})

test('password and secret are shown once, and each has to be copied before the dialog goes without a question', async () => {
  await fillIn()
  const { promise, resolve } = Promise.withResolvers<Response>()
  answer = () => promise
  await send.dblClick()
  resolve(Response.json(started))
  const dialog = page.getByRole('dialog', { name: '「株式会社汐見組」を登録しました' })
  await expect.element(dialog.getByLabelText('最初のパスワード', { exact: true })).toHaveValue('Abcd2345efgh6789')
  await expect.element(dialog.getByLabelText('秘密', { exact: true })).toHaveValue('s3cret')
  expect(sent).toHaveLength(1)
  const copy = (name: string) =>
    dialog
      .getByRole('textbox', { name, exact: true })
      .element()
      .dispatchEvent(new Event('copy', { bubbles: true }))
  copy('最初のパスワード')
  await dialog.getByRole('button', { name: '閉じる' }).click()
  await expect.element(page.getByText('もう一度表示できません。', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: '戻る' }).click()
  copy('秘密')
  await dialog.getByRole('button', { name: '閉じる' }).click()
  // On to the home of the new site.
  await expect.poll(search).toEqual({ OfficeId: 4 })
})
