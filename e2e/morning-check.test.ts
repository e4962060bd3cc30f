import { changeAddress, expect, moveTo, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { makeOfficeLink, makeUser } from '../apps/server/src/shared/organisation/test-factories.ts'

const phone = { width: 375, height: 812 }

test('before work a leader asks two people on a phone, one of them without a network; others answer on their own page and at the gate', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const { db } = product
  const leader = site.accounts.GroupLeader
  const { company_id, office_id, group_id } = await db
    .selectFrom('app_user')
    .select(['company_id', 'office_id', 'group_id'])
    .where('user_id', '=', leader.userId)
    .executeTakeFirstOrThrow()
  const place = { company_id, office_id: office_id ?? 0, group_id }
  // The gate takes answers for two hours after the opening.
  const clock = new Date(Date.now() + 8.5 * 3_600_000).toISOString().slice(11, 16)
  const hours = { opens_at: clock, closes_at: `${String((Number(clock.slice(0, 2)) + 9) % 24).padStart(2, '0')}:00`, acclimatised: true }
  await db.updateTable('office').set(hours).where('office_id', '=', place.office_id).execute()
  const tired = await makeUser(db, 'User', place, {
    full_name: '大久保　義男',
    furigana: 'オオクボ　ヨシオ',
    language: 'vi',
    metabolic_class: 2,
  })
  const fresh = await makeUser(db, 'User', place, { full_name: '江口　陸', furigana: 'エグチ　リク' })
  const heat = {
    last_at: new Date(),
    heart_rate: 90,
    wbgt: 27,
    wbgt_source: 'measured',
    excess: -1,
    total_level: 0,
    interval_minutes: 60,
  } as const
  await db
    .insertInto('worker_state')
    .values({ company_id, user_id: tired.user_id, ...heat })
    .execute()
  const checkOf = async (userId: number) => {
    const rows = await db.selectFrom('morning_check').select(['answers', 'counted', 'source']).where('user_id', '=', userId).execute()
    return rows[0]
  }

  await page.setViewportSize(phone)
  await signInAs(leader)
  await page.goto(`/morning-check?who=${tired.user_id}`)
  await expect(page.getByRole('heading', { name: '大久保　義男' })).toBeFocused()
  // In the person's language, and nothing is chosen.
  await expect(page.getByRole('group', { name: 'Giấc ngủ' })).toBeVisible()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByRole('combobox', { name: '言語' }).click()
  await page.getByText('日本語', { exact: true }).last().click()
  const choose = (question: string, choice: string) =>
    page.getByRole('group', { name: question }).getByText(choice, { exact: true }).click()
  const next = page.getByRole('button', { name: '次の人へ' })
  await choose('睡眠', '4時間未満')
  await next.click()
  await expect(page.getByText('まだ答えていない質問があります。')).toBeVisible()
  for (const [question, choice] of [
    ['朝食', '食べた'],
    ['ゆうべの酒', '少し'],
    ['体調', 'ふつう'],
    ['けさの水分', '飲んだ'],
  ] as const)
    await choose(question, choice)
  for (const button of ['次の人へ', 'あとで', '回答しない'])
    expect((await page.getByRole('button', { name: button }).boundingBox())?.height, button).toBeGreaterThanOrEqual(48)
  await expectAccessible(page)
  await expectFitting(page)
  await page.setViewportSize(phone)
  await next.click()
  await expect.poll(() => checkOf(tired.user_id)).toMatchObject({ counted: ['sleep'], source: 'leader' })
  // The screen continues with the next person by itself.
  await expect(page.getByRole('heading', { name: '大久保　義男' })).toHaveCount(0)

  await changeAddress(page, `/morning-check?who=${fresh.user_id}`)
  await expect(page.getByRole('heading', { name: '江口　陸' })).toBeVisible()
  await page.context().setOffline(true)
  for (const [question, choice] of [
    ['睡眠', '6時間以上'],
    ['朝食', '食べた'],
    ['ゆうべの酒', '飲まない'],
    ['体調', 'よい'],
    ['けさの水分', 'まだ'],
  ] as const)
    await choose(question, choice)
  await next.click()
  await expect(page.getByText('未送信 1件')).toBeVisible()
  expect(await checkOf(fresh.user_id)).toBeUndefined()
  await page.context().setOffline(false)
  await expect(page.getByText('未送信 1件')).toBeHidden()
  expect(await checkOf(fresh.user_id)).toMatchObject({ counted: ['water'] })

  await changeAddress(page, '/morning-check')
  const toTalkTo = page.getByRole('list', { name: '声をかける人' })
  await expect(toTalkTo).toContainText('睡眠 4時間未満')
  await expect(toTalkTo).toContainText('足場の高い所を避け、早めに休ませる')
  await page.getByRole('button', { name: '大久保　義男さんに声をかけた' }).click()
  await expect(toTalkTo.getByText(/が声をかけた/)).toBeVisible()
  await expectAccessible(page)
  await expectFitting(page)
  await page.setViewportSize(phone)
  await moveTo(page, `/physical-condition/detail?userId=${tired.user_id}`)
  await expect(page.getByText(/^要注意（.*朝礼チェック）/)).toBeVisible()
  await expect(page.getByText('27.0／基準値 26')).toBeVisible()

  const worker = site.accounts.User
  await signInAs(worker)
  await page.goto('/home')
  const own = page.getByRole('region', { name: '朝礼チェック' })
  await own.getByRole('button', { name: '答える' }).click()
  await own.getByRole('button', { name: '回答しない' }).click()
  await expect(own.getByRole('status')).toHaveText('回答しないと伝えました。')
  expect(await checkOf(worker.userId)).toMatchObject({ answers: null, source: 'self' })

  const code = 'MMCABCDEFGHJKLMNP'
  await db.insertInto('worker_card').values({ company_id, user_id: fresh.user_id, code, made_at: new Date() }).execute()
  const { linkId, secret } = await makeOfficeLink(db, place.office_id, { kind: 'morningCheck' })
  await page.goto(`/gate-check#${linkId}.${secret}`)
  const field = page.getByRole('textbox', { name: 'カードの番号' })
  await field.fill('MMCZZZZZZZZZZZZZZ')
  await field.press('Enter')
  await expect(page.getByText(/この現場の人のものではありません/)).toBeVisible()
  await field.fill(code)
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: '江口　陸' })).toBeVisible()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expectAccessible(page)
  await expectFitting(page)
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'わたしではありません' }).click()
  await page.context().setOffline(true)
  await field.fill(code)
  await field.press('Enter')
  await expect(page.getByText(/名前を出せません/)).toBeVisible()
  await page.getByRole('button', { name: '回答しない' }).click()
  await expect(page.getByText('答えを預かりました。つながったら送ります。')).toBeVisible()
  await page.context().setOffline(false)
  await expect.poll(() => checkOf(fresh.user_id)).toMatchObject({ answers: null, source: 'gate' })
})
