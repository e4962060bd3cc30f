import { expect, moveTo, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { makeDevice, makeUser } from '../apps/server/src/shared/organisation/test-factories.ts'

test('a leader hands out and sends to rest with a phone, loses the network, and what was done meanwhile is sent once', async ({
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
  const first = await makeUser(db, 'User', place, { full_name: '大久保　義男', furigana: 'オオクボ　ヨシオ' })
  const second = await makeUser(db, 'User', place, { full_name: '江口　陸', furigana: 'エグチ　リク' })
  const [tag, other] = [await makeDevice(db, 'vital', place.office_id), await makeDevice(db, 'vital', place.office_id)]
  const wears = (person: { user_id: number }) =>
    db.selectFrom('wear').select(['device_id', 'worn_to']).where('user_id', '=', person.user_id).execute()

  await page.setViewportSize({ width: 375, height: 812 })
  await signInAs(leader)
  await page.goto('/device-handout')
  const field = page.getByRole('textbox', { name: '渡す機器か人' })
  const scan = async (text: string) => {
    await field.fill(text)
    await field.press('Enter')
  }
  await scan(tag.serial)
  await scan('大久保')
  await expect(page.getByText(/に渡しました/)).toBeVisible()
  // The way back goes away by itself after a while, so it comes first.
  for (const name of ['取り消す', '大久保　義男さんの機器を交換', '江口　陸さんに渡す']) {
    const box = await page.getByRole('button', { name }).boundingBox()
    expect(box?.height, name).toBeGreaterThanOrEqual(48)
  }
  expect(await wears(first)).toEqual([{ device_id: tag.device_id, worn_to: null }])
  await expectAccessible(page)
  await expectFitting(page)
  await page.setViewportSize({ width: 375, height: 812 })

  await page.context().setOffline(true)
  await page.getByRole('button', { name: '江口　陸さんに渡す' }).click()
  await scan(other.serial)
  await expect(page.getByText('未送信 1件')).toBeVisible()
  expect(await wears(second)).toEqual([])
  await page.context().setOffline(false)
  await expect(page.getByText('未送信 1件')).toBeHidden()
  expect(await wears(second)).toEqual([{ device_id: other.device_id, worn_to: null }])

  // The same person is heard at work, in the heat, and sent to rest and back.
  const condition = {
    last_at: new Date(),
    heart_rate: 151,
    excess: 1.6,
    heart_level: 3,
    personal_level: 3,
    total_level: 3,
    interval_minutes: 60,
  }
  await db
    .insertInto('worker_state')
    .values({ company_id, user_id: first.user_id, ...condition })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet(condition))
    .execute()
  const rests = () => db.selectFrom('rest').select(['ended_at', 'source']).where('rest.user_id', '=', first.user_id).execute()
  await moveTo(page, '/rest')
  await expect(page.getByRole('region', { name: '休憩の目安' })).toContainText('1時間に 30分')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: '大久保　義男さん：休憩させる' }).click()
  await expect(page.getByText('未送信 1件')).toBeVisible()
  await expect(page.getByRole('region', { name: '休憩中' })).toContainText('大久保　義男')
  expect(await rests()).toEqual([])
  await page.context().setOffline(false)
  await expect(page.getByText('未送信 1件')).toBeHidden()
  expect(await rests()).toEqual([{ ended_at: null, source: 'leader' }])
  await expectAccessible(page)
  await expectFitting(page)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.getByRole('button', { name: '大久保　義男さん：休憩を終える' }).click()
  await expect(page.getByRole('dialog')).toContainText('いまも「危険」です。')
  await page.getByRole('button', { name: '休憩を終える', exact: true }).click()
  await expect(page.getByRole('region', { name: '作業中' })).toContainText('大久保　義男')
  await expect.poll(rests).toEqual([{ ended_at: expect.any(Date) as Date, source: 'leader' }])
})
