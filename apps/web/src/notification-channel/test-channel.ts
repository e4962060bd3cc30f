import type { ChannelDelivery, ChannelPreview, NotificationChannel } from '@mimamori/contract/notification-channel'

const outcome = { state: 'sent', status: 200, reason: null, detail: 'ok', durationMs: 812 } as const

/** A channel of Teams that works. */
export const channelOf = (more: Partial<NotificationChannel> = {}): NotificationChannel => ({
  id: 'c1',
  companyId: 1,
  companyName: '明和川建設',
  officeId: 4,
  officeName: '東雲三丁目',
  type: 'teams',
  name: '安全管理チャネル',
  isEnabled: true,
  url: 'https://meiwagawa.webhook.office.example/…7f2c',
  settings: {},
  secretsSet: [],
  level: 2,
  kinds: ['condition', 'siteHeat', 'belt'],
  hours: null,
  language: 'ja',
  withNames: false,
  failing: null,
  last: { at: '2026-07-21T13:38:00+09:00', ...outcome },
  week: { count: 46, failed: 1 },
  version: 3,
  ...more,
})

/** A message that was delivered at once. */
export const deliveryOf = (id: number, more: Partial<ChannelDelivery> = {}): ChannelDelivery => ({
  id,
  at: '2026-07-21T13:38:00+09:00',
  ...outcome,
  alertId: 71,
  level: 3,
  emergency: false,
  drill: false,
  test: false,
  eventType: null,
  replay: false,
  urgency: '危険',
  place: 'B工区 屋上',
  person: 'グエン',
  digestCount: null,
  step: null,
  attempts: 1,
  sentAt: '2026-07-21T13:38:01+09:00',
  nextTryAt: null,
  bodyGone: false,
  ...more,
})

/** What a channel would be sent of somebody in danger. */
export const previewOf = (person: string | null, more: Partial<ChannelPreview> = {}): ChannelPreview => ({
  message: {
    level: 3,
    emergency: false,
    urgency: '危険',
    person,
    rows: [
      { label: '場所', value: 'B工区 屋上' },
      { label: 'すること', value: '作業を止め、涼しい場所へ移してください' },
    ],
    link: { label: '見守りで確認する', url: 'https://mimamori.example/home' },
    at: '2026-07-21T13:38:00+09:00',
  },
  request: { method: 'POST', url: 'https://meiwagawa.webhook.office.example/…7f2c', headers: {}, body: '{"type":"message"}' },
  fault: null,
  ...more,
})
