import type { WearDay } from '@mimamori/contract/wear'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { limitedOf } from '../marks/test-limited.ts'
import type { DoneAction } from './actions.ts'
import { applyUnsent } from './apply-unsent.ts'
import { DayList } from './day-list.tsx'
import { ScanPanel } from './scan-panel.tsx'
import { dayOf, deviceOf, wearerOf, wearing } from './test-day.ts'
import { useHandout } from './use-handout.ts'

const hino = wearerOf({ userId: 3, fullName: '日野　剛', furigana: 'ヒノ　ゴウ' })
const egu = wearing('1039', { userId: 2, fullName: '江口　陸', furigana: 'エグチ　リク', state: 'notHeard' })
const okubo = wearerOf({ userId: 1, cardCode: 'MMCABC' })
const day = dayOf({
  data: [okubo, egu, hino],
  devices: [
    deviceOf({ serialNumber: '1045' }),
    deviceOf({ serialNumber: '1039', isWorn: true, userId: 2 }),
    deviceOf({ serialNumber: 'B-07', deviceType: '2' }),
  ],
})

/** Somebody in their first days in the heat, and two whose first day is the first hot one: today, and not today. */
const limited = new Map([
  [1, limitedOf(1)],
  [2, limitedOf(2, { day: 1, share: 20, allowedMinutes: 95, hasBegun: false, appliesToday: false })],
  [3, limitedOf(3, { day: 1, share: 20, allowedMinutes: 120, hasBegun: false })],
])

const show = async (known: WearDay = day) => {
  const undo = vi.fn(() => Promise.resolve())
  const done: DoneAction = { isUnsent: false, undo }
  const actions = {
    handOut: vi.fn(() => Promise.resolve(done)),
    takeBack: vi.fn(() => Promise.resolve(done)),
    takeBackGroup: vi.fn(() => Promise.resolve(true)),
  }
  const shown = applyUnsent(known, [])
  const Screen = () => {
    const handout = useHandout(shown, actions)
    return (
      <>
        <ScanPanel day={shown} handout={handout} limited={limited} />
        <DayList
          day={shown}
          handout={handout}
          actions={actions}
          limited={limited}
          state={undefined}
          groupId={undefined}
          onClear={() => undefined}
        />
      </>
    )
  }
  await mount(() => <Screen />)
  return { ...actions, undo }
}

const scan = async (text: string) => {
  const field = page.getByRole('textbox', { name: /機器か人$/ })
  await userEvent.fill(field, text)
  await userEvent.keyboard('{Enter}')
}
const device = (serialNumber: string) => expect.objectContaining({ serialNumber }) as object
const person = (userId: number) => expect.objectContaining({ userId }) as object

test('a tag and a card, in either order, are a hand-out that can be undone', async () => {
  const { handOut, undo } = await show()
  await expect.element(page.getByRole('textbox', { name: '渡す機器か人' })).toHaveFocus()
  await scan('1045')
  await expect.element(page.getByText('次に、渡す人の作業者証か名前を入れてください。')).toBeVisible()
  await scan('mmcabc')
  expect(handOut).toHaveBeenCalledExactlyOnceWith(device('1045'), person(1), { replace: false, reason: undefined })
  await expect.element(page.getByText(/に渡しました/)).toBeVisible()
  await page.getByRole('button', { name: '取り消す' }).click()
  expect(undo).toHaveBeenCalledOnce()
  await scan('おおくぼ')
  await scan('1045')
  expect(handOut).toHaveBeenCalledTimes(2)
})

test('a belt that follows goes to the same person', async () => {
  const { handOut } = await show()
  await scan('1045')
  await scan('MMCABC')
  await scan('B-07')
  await expect.poll(() => handOut.mock.calls.length).toBe(2)
  expect(handOut).toHaveBeenLastCalledWith(device('B-07'), person(1), { replace: false, reason: undefined })
})

test('a tag on another’s arm asks first', async () => {
  const { handOut } = await show()
  await scan('1039')
  await scan('MMCABC')
  await expect.poll(() => page.getByRole('dialog').element().textContent).toContain('「1039」は、江口　陸さんが着けています。')
  await page.getByRole('button', { name: 'やめる' }).last().click()
  expect(handOut).not.toHaveBeenCalled()
  await scan('MMCABC')
  await page.getByRole('button', { name: 'この人に渡す' }).click()
  await expect.poll(() => handOut.mock.calls).toEqual([[device('1039'), person(1), { replace: true, reason: undefined }]])
})

test('in the way back one scan is enough, of the tag or of its wearer', async () => {
  const { takeBack } = await show()
  await page.getByText('返却', { exact: true }).click()
  await scan('1039')
  await expect.element(page.getByText(/が戻りました/)).toBeVisible()
  await scan('江口')
  await expect
    .poll(() => takeBack.mock.calls)
    .toEqual([
      [device('1039'), person(2)],
      [device('1039'), person(2)],
    ])
})

test('a swap opens in its row, with why', async () => {
  const { handOut } = await show()
  await page.getByRole('button', { name: '江口　陸さんの機器を交換' }).click()
  await page.getByText('破損').click()
  await userEvent.fill(page.getByRole('textbox', { name: '新しいタグ' }), '1045')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => handOut.mock.calls).toEqual([[device('1045'), person(2), { replace: false, reason: 'broken' }]])
})

test('a whole group comes back after a question', async () => {
  const { takeBackGroup } = await show()
  await page.getByRole('button', { name: '全員を返却', exact: true }).click()
  expect(takeBackGroup).not.toHaveBeenCalled()
  await page.getByRole('button', { name: '全員を返却する' }).click()
  await expect.poll(() => takeBackGroup.mock.calls).toEqual([[3, '足場班']])
})

test('a scanner that types is understood wherever the focus is', async () => {
  await show()
  await page.getByRole('button', { name: '江口　陸さんの機器を交換' }).click()
  for (const key of ['1', '0', '4', '5', 'Enter']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  await expect.element(page.getByText('次に、渡す人の作業者証か名前を入れてください。')).toBeVisible()
})

test('what nobody knows is said, and several matches are offered', async () => {
  const { handOut } = await show()
  await scan('9999')
  await expect.poll(() => page.getByRole('alert').element().textContent).toContain('「9999」は見つかりません。')
  await userEvent.fill(page.getByRole('textbox', { name: '渡す機器か人' }), '10')
  await page.getByRole('list', { name: '候補' }).getByRole('button', { name: /1045/ }).click()
  await page.getByRole('button', { name: '大久保　義男さんに渡す' }).click()
  expect(handOut).toHaveBeenCalledExactlyOnceWith(device('1045'), person(1), { replace: false, reason: undefined })
})

test('somebody new in the heat is given the device with the minutes that they may be in it today', async () => {
  await show()
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect.element(row('大久保').getByText('新人・2日目 暑さの中は、きょう3時間10分まで')).toBeVisible()
  await expect.element(row('日野').getByText('新人・1日目 暑さの中は、きょう2時間まで')).toBeVisible()
  expect(
    row('江口')
      .getByText(/暑さの中/)
      .elements(),
  ).toEqual([])
  await scan('1045')
  await scan('MMCABC')
  await expect.element(page.getByRole('status').getByText('暑さの中は、きょう3時間10分まで')).toBeVisible()
})
