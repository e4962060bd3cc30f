import { describe, expect, test } from 'vitest'
import { findExact, findSuggestions } from './resolve-scan.ts'
import { dayOf, deviceOf, wearerOf } from './test-day.ts'

const day = dayOf({
  data: [
    wearerOf({ userId: 1, fullName: '大久保　義男', furigana: 'オオクボ　ヨシオ', cardCode: 'MMCABC' }),
    wearerOf({ userId: 2, fullName: '江口　陸', furigana: 'エグチ　リク' }),
  ],
  devices: [deviceOf({ serialNumber: '1045' }), deviceOf({ serialNumber: '1046' }), deviceOf({ serialNumber: '1045', deviceType: '2' })],
})
const names = (found: ReturnType<typeof findExact>) =>
  found.map((one) => (one.kind === 'person' ? one.person.fullName : `${one.device.deviceType} ${one.device.serialNumber}`))

describe('a scan', () => {
  test.each([
    ['1046', ['1 1046']],
    ['１０４６', ['1 1046']],
    ['1045', ['1 1045', '2 1045']],
    ['mmcabc', ['大久保　義男']],
    ['大久保 義男', ['大久保　義男']],
    ['104', []],
    ['', []],
  ])('of %s means %j', (text, found) => expect(names(findExact(day, text))).toEqual(found))
})

describe('a typed text', () => {
  test.each([
    ['おおくぼ', ['大久保　義男']],
    ['ｴｸﾞﾁ', ['江口　陸']],
    ['陸', ['江口　陸']],
    ['104', ['1 1045', '1 1046', '2 1045']],
    ['　', []],
    ['9', []],
  ])('%s may mean %j', (text, found) => expect(names(findSuggestions(day, text))).toEqual(found))
})
