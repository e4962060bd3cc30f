import { hookNames, type BeltRow } from '@mimamori/contract/safety-belt'

/** Shown if the height is not known. */
export const heightUnknown = '高度不明'

/** The state of the hook, in a word. */
export const hookWord = ({ situation }: Pick<BeltRow, 'situation'>): string => (situation === null ? 'フック不明' : hookNames[situation])

/** What the hook's state means where the belt is; undefined where the word alone says it. */
export const stateNote = ({ state, status }: Pick<BeltRow, 'state' | 'status'>): string | undefined => {
  if (status === '0') return '途絶前の値'
  switch (state) {
    case 'high':
      return '高い場所・確認中'
    case 'low':
      return '低い場所'
    case 'unchecked':
      return '高さを判定しない設定'
    case 'unknown':
      return '判定できません'
    case 'alert':
    case 'hooked':
    case 'silent':
      return undefined
    default:
      return state satisfies never
  }
}

/** A height in metres, rounded to what the sensors can measure. */
export const metres = (altitude: number): string =>
  altitude
    .toFixed(1)
    .replace('-', '−')
    .replace(/^−0\.0$/, '0.0')
