import { type channelSamples, isEmergencyKind, type AlertKind, type Language, type noticeOccasions, screens } from '@mimamori/contract'
import { japanClock, toJapanIso } from '../../platform/japan-time.ts'
import type { ChannelMessage } from '../../shared/channels/channel-message.ts'
import { type ChannelSubject, channelWords } from '../../shared/channels/channel-words.ts'

type Sample = (typeof channelSamples)[number]

const kinds: Readonly<Record<Sample, AlertKind>> = {
  condition: 'condition',
  emergency: 'emergency',
  siteHeat: 'siteHeat',
  belt: 'belt',
  silent: 'silent',
}
const causes: Readonly<Record<Sample, string>> = {
  condition: 'maximum',
  emergency: 'accumulated',
  siteHeat: 'heat',
  belt: 'belt',
  silent: 'silent',
}
const minutes: Readonly<Partial<Record<Sample, number>>> = { condition: 2, silent: 15 }
const occasion: (typeof noticeOccasions)[number] = 'opened'

const levelOf = (sample: Sample) => (sample === 'silent' ? null : sample === 'siteHeat' ? 2 : 3)

/** A made-up person of a made-up place, whose name is no worker's. */
const sampleName = '見本'
const samplePlace = 'B工区 屋上・鉄筋班'

type Options = {
  readonly language: Language
  readonly withNames: boolean
  readonly officeName: string | null
  readonly companyName: string
  readonly test: boolean
  readonly publicUrl: string | undefined
  readonly now: Date
}

/** A message as this channel is sent one, about nobody, for the preview and the trial. */
export const sampleMessage = (
  sample: Sample,
  { language, withNames, officeName, companyName, test, publicUrl, now }: Options,
): ChannelMessage => {
  const kind = kinds[sample]
  const subject: ChannelSubject = { kind, occasion, level: levelOf(sample), cause: causes[sample], minutes: minutes[sample] }
  const site = officeName ?? companyName
  return {
    form: 'message',
    language,
    kind,
    occasion,
    ...channelWords(subject, language),
    level: levelOf(sample),
    emergency: isEmergencyKind(kind),
    drill: false,
    test,
    person: withNames && sample !== 'siteHeat' ? sampleName : null,
    site,
    place: `${site} ${samplePlace}`,
    at: toJapanIso(now),
    clock: japanClock(now),
    url: publicUrl === undefined ? null : `${publicUrl}${screens.home.path}`,
  }
}
