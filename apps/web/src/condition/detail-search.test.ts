import { expect, test } from 'vitest'
import { readDetailSearch } from './detail-search.ts'

const now = Date.parse('2026-07-21T13:42:00+09:00')
const read = (search: Record<string, unknown>) => readDetailSearch(search, now)

test('a link from the list, in any case', () => {
  const expected = { userId: 104, officeName: '東雲', groupName: '足場班', day: 0, hour: undefined }
  expect(read({ UserId: '104', OfficeName: '東雲', GroupName: '足場班' })).toEqual(expected)
  expect(read({ userid: '104', officename: '東雲', GROUPNAME: '足場班' })).toEqual(expected)
})

test.each([
  [{ timeAlert: '13:31', dayAlert: '1' }, 1, 13],
  [{ timeAlert: '13:31:05', dayAlert: '2026-07-20' }, 1, 13],
  [{ timeAlert: '9', dayAlert: '2026/7/19' }, 2, 9],
  [{ timeAlert: '2026-07-20T22:10:00+09:00' }, 1, 22],
  [{ timeAlert: '2026-07-20T16:10:00Z', dayAlert: '' }, 0, 1],
])('an alert’s link opens its day and hour: %j', (search, day, hour) => {
  expect(read(search)).toMatchObject({ day, hour })
})

test('the person’s choice comes before the alert', () => {
  expect(read({ timeAlert: '13:31', dayAlert: '1', day: '0', hour: '8' })).toMatchObject({ day: 0, hour: 8 })
})

test('what cannot be read is as if it were not there', () => {
  expect(read({ UserId: 'x', dayAlert: '2026-01-01', timeAlert: 'soon', hour: '24', day: '7' })).toEqual({
    userId: undefined,
    officeName: undefined,
    groupName: undefined,
    day: 0,
    hour: undefined,
  })
})
