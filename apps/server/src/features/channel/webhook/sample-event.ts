import type { channelSamples } from '@mimamori/contract'
import { toJapanIso } from '../../../platform/japan-time.ts'
import type { ChannelEvent } from '../../../shared/channels/channel-event.ts'

type Sample = (typeof channelSamples)[number]

type Place = { readonly officeId: number | null; readonly officeName: string | null; readonly companyName: string; readonly now: Date }

const levels = { condition: 3, emergency: 3, siteHeat: 2, belt: 3, silent: null } as const satisfies Record<Sample, number | null>

/** An event about nobody, for the preview and the trial of a webhook: a drill with the number 0, which no alert has. */
export const sampleEvent = (sample: Sample, { officeId, officeName, companyName, now }: Place): ChannelEvent => {
  const level = levels[sample]
  const isOfPerson = sample !== 'siteHeat'
  return {
    form: 'event',
    type: sample === 'silent' ? 'device.silent' : 'alert.opened',
    timestamp: toJapanIso(now),
    data: {
      alertId: 0,
      kind: sample,
      level,
      peakLevel: level,
      emergency: sample === 'emergency',
      drill: true,
      late: false,
      withdrawn: false,
      site: { id: officeId ?? 0, code: '', name: officeName ?? companyName },
      place: 'B工区 屋上',
      group: { id: 0, name: '鉄筋班' },
      device: null,
      handling: 'open',
      outcome: null,
      openedAt: toJapanIso(now),
      calledAt: null,
      endedAt: null,
      ending: null,
    },
    workerCode: isOfPerson ? 'W-0000' : null,
    isOfPerson,
  }
}
