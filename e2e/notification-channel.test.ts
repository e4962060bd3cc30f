import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, moveTo, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { answer, choose, dialog, field, saved } from './organisation-parts.ts'
import { vital } from './site.ts'

test.slow()

/** A service that takes messages as Slack's incoming webhooks do, until it is made to refuse them. */
const startReceiver = async () => {
  const taken: string[] = []
  const state = { status: 200, words: 'ok' }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      taken.push(body)
      response.writeHead(state.status, { 'content-type': 'text/plain' }).end(state.words)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/services/T0/B0/secret`,
    taken,
    answerWith: (status: number, words: string) => Object.assign(state, { status, words }),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a channel of Slack is added, tried and sent an alert; it is marked as it fails, and healed', async ({
  page,
  site,
  signInAs,
  openBrowser,
}) => {
  const receiver = await startReceiver()
  const { accounts, neighbour, here, elsewhere, distant } = site
  const list = page.getByRole('table', { name: '通知先' })
  try {
    await signInAs(accounts.AdminUnitContract)
    await page.goto('/home')
    await page.getByRole('link', { name: '通知', exact: true }).click()
    await expect(page.getByText('まだ通知先がありません')).toBeVisible()
    await expectAccessible(page)

    // First the service, then what it needs.
    await page.getByRole('button', { name: '通知先を追加' }).click()
    await expectAccessible(page)
    await dialog(page)
      .getByRole('button', { name: /^Slack/ })
      .click()
    await field(page, '名前').fill('#harumi-heat')
    await dialog(page).getByRole('button', { name: '追加する' }).click()
    await expect(dialog(page).getByText('この項目は必須です。')).toBeVisible()
    await field(page, '送り先URL').fill(receiver.url)
    await dialog(page).getByRole('button', { name: '追加する' }).click()

    // The address is never shown again; the very message is.
    const detail = page.getByRole('region', { name: '#harumi-heat', exact: true })
    await expect(detail).toContainText('Slack・会社全体')
    await expect(page.getByText('/services/T0/B0/secret')).toHaveCount(0)
    const preview = page.getByRole('region', { name: 'このように届きます' })
    await expect(preview).toContainText('危険')
    await preview.getByText('送る内容そのもの').click()
    await expect(preview).toContainText('"blocks"')
    await expectFitting(page, () => preview.getByText('送る内容そのもの').waitFor())
    await page.setViewportSize({ width: 1440, height: 900 })

    await detail.getByRole('button', { name: '試しに送る' }).dblclick()
    await expect(detail.getByText('試しの1件が届きました')).toBeVisible()
    expect(receiver.taken).toHaveLength(1)

    // What is not saved is not lost without a question, and an alert goes out by what is saved: without a name.
    await detail.getByRole('checkbox', { name: '姓を送る' }).click()
    await page.getByRole('link', { name: '送信メール' }).click()
    await answer(page, '保存していない変更があります。', '編集に戻る')
    await here.post([vital(accounts.User, { call: true })])
    await expect.poll(() => receiver.taken.length).toBe(2)
    expect(receiver.taken[1]).toContain(here.name)
    expect(receiver.taken[1]).not.toContain('佐々木')
    await detail.getByRole('button', { name: '保存する' }).click()
    await answer(page, '会社の外の「#harumi-heat」へ送られるようになります。', '姓を送る')
    await saved(page)
    await here.post([vital(neighbour, { call: true })])
    await expect.poll(() => receiver.taken.length).toBe(3)
    expect(receiver.taken[2]).toContain('鈴木')
    const records = page.getByRole('region', { name: '送った記録' })
    await expect(records.getByRole('listitem').filter({ hasText: '緊急' }).first()).toContainText('届きました')

    // Three in a row that it refuses.
    receiver.answerWith(403, 'invalid_token')
    await here.post([vital(accounts.GroupLeader, { call: true }), vital(accounts.GroupSubLeader, { call: true })])
    await elsewhere.post([vital(distant, { call: true })])
    await expect.poll(() => receiver.taken.length).toBeGreaterThanOrEqual(6)
    await expect(list.getByText('3回続けて失敗')).toBeVisible()
    await choose(page, '状態', '続けて失敗')
    await expect(page).toHaveURL(/state=failing/)
    await expect(list.getByText('3回続けて失敗')).toBeVisible()
    await expectAccessible(page)

    await records.getByRole('link', { name: 'すべて見る' }).click()
    await choose(page, '結果', '届いていません')
    await expect(page).toHaveURL(/state=failed/)
    await page
      .getByRole('button', { name: /の答え$/ })
      .first()
      .click()
    await expect(page.getByText('invalid_token')).toBeVisible()
    await expectFitting(page, () => page.getByRole('heading', { level: 1, name: '#harumi-heatに送った記録' }).waitFor())
    await page.setViewportSize({ width: 1440, height: 900 })

    // One that arrives again is well.
    await moveTo(page, '/notification-channel')
    receiver.answerWith(200, 'ok')
    await detail.getByRole('button', { name: '試しに送る' }).click()
    await expect(detail.getByText('試しの1件が届きました')).toBeVisible()
    await expect(list.getByText('3回続けて失敗')).toHaveCount(0)
    await expect(list.getByRole('row').filter({ hasText: '#harumi-heat' })).toContainText('届きました')

    // A site's administrator sees their own site's channels alone.
    const other = await openBrowser(accounts.HeadquartersAdmin)
    await other.goto('/notification-channel')
    await expect(other.getByText('まだ通知先がありません')).toBeVisible()

    await detail.getByRole('button', { name: '通知先を削除' }).click()
    await answer(page, '「#harumi-heat」を削除します。', '削除する')
    await expect(page.getByText('まだ通知先がありません')).toBeVisible()
  } finally {
    receiver.stop()
  }
})
