import { expect, test } from './fixtures.ts'
import { expectAccessible, expectFitting } from './inspect.ts'
import { makeDevice, makeUser } from '../apps/server/src/shared/organisation/test-factories.ts'

test('a leader hands out at the gate with a phone, loses the network, and what was done meanwhile is sent once', async ({
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
  expect(await wears(first)).toEqual([{ device_id: tag.device_id, worn_to: null }])
  for (const name of ['取り消す', '大久保　義男さんの機器を交換', '江口　陸さんに渡す']) {
    const box = await page.getByRole('button', { name }).boundingBox()
    expect(box?.height, name).toBeGreaterThanOrEqual(48)
  }
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
})
