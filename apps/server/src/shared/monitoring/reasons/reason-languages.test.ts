import { allTexts } from '@mimamori/texts'
import { withoutFurigana } from '@mimamori/texts/furigana'
import { expect, test } from 'vitest'
import { levelReasonText, type Reason } from './reason-text.ts'

/** What the page of a worker looks reasons up by: the Japanese texts, with any value in their places. */
const patterns = Object.values(allTexts.ja.condition.reason).map((text) => {
  const parts = withoutFurigana(text)
    .split(/\{\{\w+\}\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('[\\d.]+')}$`)
})

const limits = ['sustained', 'sustainedLong', 'instantaneous', 'instantaneousLong', 'maximum']
const heartReasons: Reason[] = [
  ...[...limits, 'low'].flatMap((kind) => [0, 5].map((minutes) => ({ kind, limit: 152.5, over: 8, minutes }))),
  { kind: 'ownPeak', limit: 149, over: 4, minutes: 4, compared: 141 },
  { kind: 'ownMean', limit: 139, over: 7, minutes: 30, compared: 131 },
  { kind: 'ownMean', limit: 150, over: 3, minutes: 30, compared: 152 },
  { kind: 'shiftMean', limit: 140, over: 1.5, minutes: 30, compared: 128 },
  { kind: 'ageMean', limit: 150, over: 2, minutes: 30 },
  { kind: 'lowMean', limit: 40, over: 3, minutes: 10 },
]

test.each<Reason>([
  ...heartReasons,
  { kind: 'heat', limit: 28, over: 3.5, minutes: 0 },
  { kind: 'heat', limit: 28, over: 0 },
  { kind: 'call' },
])('the words of $kind are found by the pages that translate them', (reason) => {
  const text = levelReasonText([reason])
  expect(
    patterns.filter((pattern) => pattern.test(text)),
    text,
  ).toHaveLength(1)
})
