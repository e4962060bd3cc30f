import type { Page } from '@playwright/test'
import { contextOptions } from './chromium.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectFitting, expectNotTooWide } from './inspect.ts'
import { answer, dialog, field, row } from './organisation-parts.ts'
import { heat, place, racing, vital } from './site.ts'

test.slow()

/** Makes a link on the screen of links, and hands back its address. */
const makeLink = async (page: Page, name: string): Promise<string> => {
  await page.getByRole('button', { name: '現場ボードのリンクを作る' }).click()
  await field(page, '名前').fill(name)
  await dialog(page).getByRole('button', { name: '作る', exact: true }).click()
  const madeDialog = page.getByRole('dialog', { name: `リンク「${name}」を作りました` })
  const address = await madeDialog.getByLabel('リンク', { exact: true }).inputValue()
  await madeDialog.getByRole('button', { name: 'リンクをコピー' }).click()
  await madeDialog.getByRole('button', { name: '閉じる' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return address
}

test('a screen shows who needs help by its link alone, says when it is cut off, and stops when the link is stopped', async ({
  page,
  site,
  signInAs,
  context,
  line,
}) => {
  const { here, accounts, neighbour } = site
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(accounts.HeadquartersAdmin)
  await page.goto('/home')
  await page.getByRole('link', { name: '現場ボードの設置' }).click()
  await expect(page.getByText(/^まだリンクがありません。.*ログインしていない画面/)).toBeVisible()
  const address = await makeLink(page, '事務所のテレビ')
  const [, secret = ''] = /#[^.]+\.(.+)$/.exec(address) ?? []
  expect(address).toContain(`/wallboard?OfficeId=${here.officeId}#`)
  expect(secret.length).toBeGreaterThanOrEqual(22)
  await expect(row(page, '事務所のテレビ')).toContainText('まだ表示していません')
  await expectFitting(page, () => page.getByText('事務所のテレビ').first().waitFor())

  // The screen in the office: a browser of its own, in which nobody ever signed in.
  const office = await context
    .browser()
    ?.newContext({ ...contextOptions, viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' })
  const screen = await office?.newPage()
  if (office === undefined || screen === undefined) throw new Error('no second browser')
  const requests: string[] = []
  screen.on('request', (request) => requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
  await here.post([heat(29.4), vital(accounts.GroupLeader), ...racing(neighbour)])
  await screen.goto(address)
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText(here.name)
  const board = screen.getByRole('main')
  await expect(board.getByRole('region', { name: '暑さ' })).toContainText('29.4')
  const helpless = board.getByRole('region', { name: '助けが要る人' })
  await expect(helpless).toContainText('鈴木')
  await expect(helpless).not.toContainText('健')
  // A number of its own: the site's code may have these digits.
  await expect(board).not.toContainText(/(?<!\d)190(?!\d)/)

  await here.post([vital(accounts.User, { call: true })])
  const emergency = helpless.getByRole('list', { name: '緊急' }).getByRole('listitem')
  const [surname = ''] = accounts.User.fullName.split('　')
  await expect(emergency).toContainText(surname)
  await expect(emergency).toContainText(place)
  await expect(emergency).toContainText('未対応')
  await expectAccessible(screen)
  for (const [width, height] of [
    [3840, 2160],
    [1000, 900],
    [800, 1280],
    [375, 812],
  ] as const) {
    await screen.setViewportSize({ width, height })
    await expect(emergency).toContainText(surname)
    await expectNotTooWide(screen)
    await expect.poll(() => screen.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true)
  }
  await screen.setViewportSize({ width: 1920, height: 1080 })

  await page.getByRole('region', { name: '緊急' }).getByRole('button', { name: '確認する' }).click()
  await dialog(page).getByRole('button', { name: '確認した。自分が向かう' }).click()
  await expect(emergency).toContainText('対応中')

  line.cut()
  await expect(screen.getByRole('status')).toContainText('から更新できていません。')
  await expect(emergency).toContainText(/\d\d:\d\d から/)
  await expectAccessible(screen)
  line.mend()
  await expect(screen.getByText('から更新できていません。')).toHaveCount(0)
  await expect(emergency).toContainText('分')

  // What follows the # is in no request and in no referrer.
  expect(requests.filter((text) => text.includes(secret))).toEqual([])

  await page.goto('/wallboard-link/list')
  await expect(row(page, '事務所のテレビ')).toContainText(/\d+(秒|分)前/)
  await page.getByRole('button', { name: '事務所のテレビを止める' }).click()
  await answer(page, 'このリンクで表示している画面は、すぐに止まります。', '止める')
  await expect(row(page, '事務所のテレビ')).toContainText('停止')
  await expect(screen.getByRole('status')).toContainText('このボードは表示できません')
  await expect(board).not.toContainText(surname)
  await expectAccessible(screen)
  await office.close()

  // Anyone who is signed in needs no link, and only administrators see a whole site.
  await page.goto('/wallboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(here.name)
  await expect(page.getByRole('list', { name: '緊急' })).toContainText(surname)
  await page.evaluate(() => localStorage.clear())
  await signInAs(accounts.GroupLeader)
  await page.goto(`/wallboard?OfficeId=${here.officeId}`)
  await expect(page).toHaveURL(/\/home/)
})
