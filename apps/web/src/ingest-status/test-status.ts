import type { IngestSender, IngestStatus } from '@mimamori/contract/ingest-status'
import { japanTime } from '@mimamori/contract/time-words'

/** An instant of an answer, so many seconds ago. */
export const secondsAgo = (seconds: number): string => japanTime(Date.now() - seconds * 1_000)

const steadily = (count: number): number[] => Array.from({ length: 60 }, (_, index) => (index < 14 ? Math.round(count * 0.6) : count))

/** A key that sent three seconds ago. */
export const senderOf = (given: Partial<IngestSender>): IngestSender => ({
  id: 'k-7QF2M9',
  name: '東ゲートの親機',
  type: 'key',
  trial: false,
  revokedAt: null,
  endsOn: null,
  isEnded: false,
  via: 'mqtt',
  lastAt: secondsAgo(3),
  perMinute: steadily(218),
  accepted: 9_000,
  duplicates: 0,
  rejected: [],
  ...given,
})

/** A site with much to mend: what the panels have to show. */
export const busyStatus = (): IngestStatus => ({
  officeId: 4,
  officeName: '東雲三丁目',
  at: secondsAgo(0),
  today: { date: '2026-07-21', from: secondsAgo(30_000), accepted: 20_000, duplicates: 4, rejected: 38 },
  keys: [
    senderOf({ lastAt: secondsAgo(0) }),
    senderOf({
      id: 'k-3XW8T1',
      name: 'B工区の親機',
      perMinute: steadily(121),
      rejected: [{ reason: '登録されていない機器です。', count: 31 }],
    }),
    senderOf({
      id: 'k-9BN4C6',
      name: '暑さ指数計（LoRaWAN）',
      type: 'chirpstack',
      via: 'http',
      lastAt: secondsAgo(28),
      perMinute: steadily(7),
    }),
    senderOf({ id: 'k-5HD0R2', name: '送信プログラムの開発', trial: true, via: 'http', lastAt: secondsAgo(70), perMinute: steadily(2) }),
    senderOf({ id: 'k-1LZ6V8', name: '第2詰所の試験機', via: 'http', lastAt: secondsAgo(16_080), perMinute: steadily(0) }),
  ],
  refusals: [
    {
      at: secondsAgo(16),
      since: secondsAgo(1_700),
      count: 29,
      keyId: 'k-3XW8T1',
      keyName: 'B工区の親機',
      kind: 'vital',
      device: '10531',
      field: 'device',
      reason: '登録されていない機器です。',
      value: '"10531"',
    },
    {
      at: secondsAgo(220),
      since: secondsAgo(900),
      count: 6,
      keyId: 'k-9BN4C6',
      keyName: '暑さ指数計（LoRaWAN）',
      kind: 'heat',
      device: '000108',
      field: 'wbgt',
      reason: 'WBGTを数値にしてください。',
      value: '"--"',
    },
    {
      at: secondsAgo(300),
      since: secondsAgo(300),
      count: 1,
      keyId: 'k-3XW8T1',
      keyName: 'B工区の親機',
      kind: 'vital',
      device: '10502',
      field: 'heartRate',
      reason: '心拍を数値にしてください。',
      value: null,
    },
  ],
  unknownDevices: [
    {
      kind: 'vital',
      serialNumber: '10531',
      count: 29,
      since: secondsAgo(1_700),
      lastAt: secondsAgo(16),
      keyId: 'k-3XW8T1',
      keyName: 'B工区の親機',
      isRegistrable: true,
    },
    {
      kind: 'gateway',
      serialNumber: 'GW-09',
      count: 0,
      since: secondsAgo(1_700),
      lastAt: secondsAgo(16),
      keyId: 'k-3XW8T1',
      keyName: 'B工区の親機',
      isRegistrable: true,
    },
    {
      kind: 'heat',
      serialNumber: '21',
      count: 2,
      since: secondsAgo(90),
      lastAt: secondsAgo(20),
      keyId: null,
      keyName: null,
      isRegistrable: false,
    },
  ],
  unknownFields: [
    {
      kind: 'vital',
      field: 'heart_rate',
      hint: 'heartRate',
      count: 31,
      lastAt: secondsAgo(16),
      keyId: 'k-3XW8T1',
      keyName: 'B工区の親機',
      devices: ['10531', '10532'],
      muted: false,
    },
    {
      kind: 'heat',
      field: 'co2',
      hint: null,
      count: 80,
      lastAt: secondsAgo(28),
      keyId: 'k-9BN4C6',
      keyName: '暑さ指数計（LoRaWAN）',
      devices: ['000108'],
      muted: false,
    },
  ],
  clocks: [{ kind: 'belt', serialNumber: 'B-05', deviceName: null, errorSeconds: -372, since: secondsAgo(4_000), lastAt: secondsAgo(10) }],
  heardDevices: 17,
})
