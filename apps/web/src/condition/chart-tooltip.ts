import type { HealthDetail } from '@mimamori/contract/health-condition'
import { gradeNames, labels } from '@mimamori/contract/labels'
import type { TooltipComponentOption } from 'echarts/components'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { signed } from '@mimamori/contract/number-words'
import { correctionInWords, keptLevelInWords } from '@mimamori/contract/quality-words'
import { clockOf } from '../platform/japan-time.ts'
import type { Palette } from '../platform/tokens.ts'

type Item = HealthDetail['listData'][number]
const minute = 60_000
const { healthCondition: label } = labels

/** What a minute says, as lines of name and value; nothing of it comes from a person's input. */
export const minuteInWords = (item: Item): readonly (readonly [name: string, value: string])[] => {
  const grade = levelGradeOf(item.alertLevel)
  const keptLevel = keptLevelInWords(item.kept)
  return [
    [label.heartRate, item.heartRate === null ? '取得不可' : `${item.heartRate} bpm`],
    [label.wbgtValue, item.wbgtValue === null ? 'なし' : `${item.wbgtValue.toFixed(1)} ℃`],
    [label.excess, item.excess === null ? 'なし' : `${signed(item.excess)} ℃`],
    ...(grade === undefined ? [] : [[label.alertLevel, gradeNames[grade]] as const]),
    ...(keptLevel === undefined ? [] : [['判定', keptLevel] as const]),
    ...(item.clockError === null ? [] : [['時刻', correctionInWords(Math.round(item.clockError / 60))] as const]),
    ...(item.alertMail === '1' ? [[labels.alert.mails, '送信'] as const] : []),
  ]
}

/**
 * The tooltip: the minute under the pointer, or that nothing was received.
 * @param phrase says its words in the language of the page
 */
export const tooltipOf = (
  detail: Pick<HealthDetail, 'listData'>,
  palette: Palette,
  phrase: (text: string) => string,
): TooltipComponentOption => {
  const byMinute = new Map(detail.listData.map((item) => [Math.floor(Date.parse(item.time) / minute), item]))
  return {
    trigger: 'axis',
    confine: true,
    backgroundColor: palette.raised,
    borderColor: palette.rule,
    textStyle: { color: palette.ink, fontSize: 13 },
    formatter: (parameters) => {
      const first = Array.isArray(parameters) ? parameters[0] : parameters
      const at = Number((first as { axisValue?: number } | undefined)?.axisValue)
      const item = byMinute.get(Math.floor(at / minute))
      if (item === undefined) return clockOf(at)
      const rows = minuteInWords(item).map(([name, value]) => `${phrase(name)}　<b>${phrase(value)}</b>`)
      return [`<b>${clockOf(at)}</b>`, ...rows].join('<br>')
    },
  }
}
