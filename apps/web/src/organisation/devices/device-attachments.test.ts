import { expect, test } from 'vitest'
import { fileRemovalWords, linksTo, lossesOf, removalWords } from './device-attachments.ts'

test('what is linked to a device is named in one sentence each', () => {
  expect(lossesOf({ wearer: '佐々木　隆', links: linksTo('気圧基準器', ['RB-1']), onMap: true })).toEqual([
    '佐々木　隆さんが着けています。その人からは外れます。',
    '気圧基準器 RB-1とのつながりは外れます。',
    'マップの位置は消えます。',
  ])
  expect(lossesOf({ links: [], onMap: false })).toEqual([])
})

test('many links are counted, not listed', () => {
  const serials = Array.from({ length: 11 }, (_, n) => `GW-${n + 1}`)
  expect(linksTo('親機・子機', serials)).toEqual(['親機・子機 GW-1、GW-2、GW-3、GW-4、GW-5、GW-6、GW-7、GW-8 ほか3台'])
  expect(linksTo('親機・子機', [])).toEqual([])
})

test('a deletion says last that the records stay', () => {
  expect(removalWords({ links: [], onMap: false })).toBe('\n測定値とアラートの記録は残ります。')
})

test('a file that deletes says how many are worn and how many are linked, where there are any', () => {
  expect(fileRemovalWords({ deleted: 1_204, worn: 3, linked: 2 }).split('\n')).toEqual([
    'このファイルは、機器を1,204台削除します。',
    '着用中の3台は、着けている人から外れます。',
    'ほかの機器とつながっている2台は、つながりが外れます。',
    '測定値とアラートの記録は残ります。',
  ])
  expect(fileRemovalWords({ deleted: 2, worn: 0, linked: 1 })).not.toContain('着用中')
  expect(fileRemovalWords({ deleted: 2, worn: 1, linked: 0 })).not.toContain('つながり')
})
