import { expect, test } from 'vitest'
import { contactsOf } from './contacts.ts'

const viewer = 9
const concerned = {
  userId: 5,
  phoneNumber: '080-0000-0005',
  leaderId: 2,
  leaderName: '岩本　鉄男',
  leaderContact: '090-0000-0002',
}
const site = '03-5555-0100'
const names = (...given: Parameters<typeof contactsOf>) => contactsOf(...given).map(({ name }) => name)

test('the person comes first, then the leader, then the site', () => {
  expect(contactsOf(concerned, site, viewer)).toEqual([
    { name: '本人', phone: '080-0000-0005' },
    { name: '職長 岩本', phone: '090-0000-0002' },
    { name: '緊急連絡先', phone: '03-5555-0100' },
  ])
})

test('nobody is offered their own number, whatever its name in the list', () => {
  expect(names(concerned, site, 2)).toEqual(['本人', '緊急連絡先'])
  expect(names(concerned, site, 5)).toEqual(['職長 岩本', '緊急連絡先'])
  expect(names(concerned, '09000000002', 2)).toEqual(['本人'])
})

test('a number is listed once, and 119 is not among them', () => {
  expect(names({ ...concerned, leaderContact: '０８０−００００−０００５' }, site, viewer)).toEqual(['本人', '緊急連絡先'])
  expect(names({ ...concerned, leaderId: 5, leaderContact: '080-0000-0005' }, '119', viewer)).toEqual(['本人'])
  expect(names({ ...concerned, phoneNumber: null, leaderContact: null }, '１１９', viewer)).toEqual([])
  expect(names({ ...concerned, leaderName: null }, undefined, viewer)).toEqual(['本人', '職長'])
})
