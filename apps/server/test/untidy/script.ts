/** How the readings of a person's tag come in. The same people live through the same hours in both tellings. */
export const manners = [
  'tidy',
  'fastClock',
  'slowClock',
  'noInterval',
  'shuffled',
  'repeated',
  'gatewayAway',
  'handedOver',
  'fastAndShuffled',
  'slowAndRepeated',
  'shuffledWithoutInterval',
] as const
export type Manner = (typeof manners)[number]

/** Minutes that the script lasts; the last half an hour is calm, so that what ends by itself has ended. */
export const lengthMinutes = 240

const peopleOfEach = 3
/** Everybody is 40: limits 140, 159 and 180 bpm. */
export const bornOn = '1986-01-01'

export type Person = {
  readonly number: number
  readonly manner: Manner
  /** From which minute to which the heart races, and how fast. */
  readonly race: { readonly from: number; readonly to: number; readonly bpm: number }
  /** From which minute to which the tag reads no heart rate. */
  readonly bare: { readonly from: number; readonly to: number }
}

export const cast: readonly Person[] = manners.flatMap((manner, kind) =>
  Array.from({ length: peopleOfEach }, (_, index) => {
    const number = kind * peopleOfEach + index
    const from = 60 + ((number * 17) % 60)
    return {
      number,
      manner,
      race: { from, to: from + 8 + 7 * index, bpm: [150, 168, 188][index] ?? 150 },
      bare: { from: 150 + index, to: 162 + index },
    }
  }),
)

/** The heart rate at a minute, bpm; null where the tag reads none. */
export const heartRateAt = ({ number, race, bare }: Person, minute: number): number | null => {
  if (minute >= bare.from && minute < bare.to) return null
  if (minute >= race.from && minute < race.to) return race.bpm + ((minute * 3 + number) % 5)
  return 92 + ((minute * 7 + number * 5) % 11)
}

/** Something sent: in which minute, of which minute, by the device's clock ahead of the true one by so many minutes. */
export type Sent = { readonly sentAt: number; readonly minute: number; readonly ahead: number; readonly saysInterval: boolean }

const gatewayAway = { from: 70, to: 110 }

const isOneOfFive = (number: number, minute: number) => (number * 31 + minute * 17) % 5 === 0

/** A fifth of the readings come up to 40 minutes late. */
const shuffled = (number: number, sent: Sent): Sent[] =>
  isOneOfFive(number, sent.minute) ? [{ ...sent, sentAt: sent.minute + 1 + ((sent.minute * 13 + number) % 40) }] : [sent]

/** A fifth of the readings come again within half an hour. */
const repeated = (number: number, sent: Sent): Sent[] =>
  isOneOfFive(number, sent.minute) ? [sent, { ...sent, sentAt: sent.minute + 1 + ((sent.minute * 13) % 30) }] : [sent]

const fast = { ahead: 11 }
const slow = { ahead: -120 }
const silentOnInterval = { saysInterval: false }

/** When a reading of a minute comes in, and how often. */
export const sendingsOf = ({ number, manner }: Person, minute: number, isTidy: boolean): Sent[] => {
  const prompt: Sent = { sentAt: minute, minute, ahead: 0, saysInterval: true }
  if (isTidy) return [prompt]
  switch (manner) {
    case 'tidy':
    case 'handedOver':
      return [prompt]
    case 'fastClock':
      return [{ ...prompt, ...fast }]
    case 'slowClock':
      return [{ ...prompt, ...slow }]
    case 'noInterval':
      return [{ ...prompt, ...silentOnInterval }]
    case 'shuffled':
      return shuffled(number, prompt)
    case 'repeated':
      return repeated(number, prompt)
    case 'gatewayAway':
      return [minute >= gatewayAway.from && minute < gatewayAway.to ? { ...prompt, sentAt: gatewayAway.to } : prompt]
    case 'fastAndShuffled':
      return shuffled(number, { ...prompt, ...fast })
    case 'slowAndRepeated':
      return repeated(number, { ...prompt, ...slow })
    case 'shuffledWithoutInterval':
      return shuffled(number, { ...prompt, ...silentOnInterval })
    default:
      return manner satisfies never
  }
}
