import { expect, test } from 'vitest'
import { alertWords, elsewhereWords, heardWords, releaseWords, stopWords } from './archive-words.ts'

const empty = {
  officeId: 4,
  officeName: '東雲',
  baseCode: 'S-1',
  archivedAt: null,
  reopenUntil: null,
  people: 0,
  devices: 0,
  worn: 0,
  heard: 0,
  keys: 0,
  wallboardLinks: 0,
  posterLinks: 0,
  morningCheckLinks: 0,
  schedules: 0,
  alerts: 0,
  emergencies: 0,
  devicesElsewhere: 0,
  serialsElsewhere: [],
}

test('an empty office has nothing to lose', () => {
  expect(stopWords(empty)).toBe('この拠点のデータは受け付けなくなり、見守りと通知も止まります。')
  expect(releaseWords(empty)).toEqual(['利用者はいません。', '機器はありません。'])
  expect(alertWords(empty)).toBe('終わっていないアラートはありません。')
  expect(heardWords(empty)).toBeUndefined()
})

test('what there is is counted', () => {
  const full = { ...empty, people: 1_200, devices: 30, worn: 5, heard: 5, keys: 2, schedules: 1, alerts: 3 }
  expect(stopWords(full)).toMatch(/^受信キー2個、レポートの定期送信と毎週の訓練の予定1件が止まります。/)
  expect(releaseWords(full)[0]).toMatch(/^利用者1,200人は、ログインできなくなります。/)
  expect(releaseWords(full)[1]).toMatch(/着用中の5台は、ここで着用が終わります。$/)
  expect(alertWords(full)).toContain('アラート3件')
  expect(heardWords(full)).toMatch(/^いま5人のデータが届いています。/)
  expect(alertWords({ ...full, emergencies: 1 })).toMatch(/^終わっていない緊急や申告が1件あります。/)
})

test('what another office has registered, too, is counted and named', () => {
  expect(elsewhereWords(empty)).toBeUndefined()
  expect(elsewhereWords({ ...empty, devicesElsewhere: 2, serialsElsewhere: ['77', '78'] })).toMatch(/^機器2台（77、78）は、/)
  expect(elsewhereWords({ ...empty, devicesElsewhere: 3, serialsElsewhere: ['77', '78'] })).toMatch(/^機器3台（77、78ほか）は、/)
})
