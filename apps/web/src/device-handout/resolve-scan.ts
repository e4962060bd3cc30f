import { handOutCodeOf } from '@mimamori/contract/card-code'
import type { WearDay, WearerOfDay, WornDevice } from '@mimamori/contract/wear'

export type ScannedDevice = { readonly kind: 'device'; readonly device: WornDevice }
export type ScannedPerson = { readonly kind: 'person'; readonly person: WearerOfDay }
/** What a scan or a typed text may mean. */
export type Scanned = ScannedDevice | ScannedPerson

type Known = { readonly data: readonly WearerOfDay[]; readonly devices: WearDay['devices'] }

/** Safety belts are of type 2, everything else is a tag. */
export const isBelt = ({ deviceType }: Pick<WornDevice, 'deviceType'>): boolean => deviceType === '2'

// Scanners type half-width capitals, people what their keyboard gives; hiragana finds furigana, and names have spaces or none.
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[ぁ-ゖ]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) + 0x60))
    .replaceAll(/\s/g, '')

const most = 8

/** What has exactly this number, or this code of a card: both tag and belt where they share a number. */
export const findExact = ({ data, devices }: Known, text: string): Scanned[] => {
  const wanted = folded(handOutCodeOf(text))
  if (wanted === '') return []
  return [
    ...devices.filter(({ serialNumber }) => folded(serialNumber) === wanted).map((device) => ({ kind: 'device' as const, device })),
    ...data
      .filter(({ cardCode, fullName }) => (cardCode !== null && folded(cardCode) === wanted) || folded(fullName) === wanted)
      .map((person) => ({ kind: 'person' as const, person })),
  ]
}

/** What a text may mean that somebody types, at most eight: what it is exactly, else numbers that begin with it, and names that hold it. */
export const findSuggestions = (known: Known, text: string): Scanned[] => {
  const exact = findExact(known, text)
  if (exact.length > 0) return exact
  const wanted = folded(text)
  if (wanted === '') return []
  const devices = known.devices.filter(({ serialNumber }) => folded(serialNumber).startsWith(wanted))
  const people = known.data.filter(({ fullName, furigana }) => folded(fullName).includes(wanted) || folded(furigana).includes(wanted))
  return [
    ...people.map((person) => ({ kind: 'person' as const, person })),
    ...devices.map((device) => ({ kind: 'device' as const, device })),
  ].slice(0, most)
}
