import { outcomeNames, alertKindNames } from '@mimamori/contract/alert'
import { responseRows } from '@mimamori/contract/response-rows'
import type { SafetySummary } from '@mimamori/contract/safety-summary'
import { Bars } from '../marks/charts/bars.tsx'
import { Nothing, Section } from '../marks/charts/summary-panel.tsx'
import { shareOf } from '../marks/charts/figure-words.ts'

/** How soon somebody answered what had to be answered. */
export const ResponseSection = ({ response }: Pick<SafetySummary, 'response'>) => {
  const { asked, answered } = response
  return (
    <Section title="確認までの時間" hint={asked === 0 ? undefined : `緊急・危険・警戒 ${asked}件のうち ${answered}件を人が確認`}>
      {asked === 0 ? (
        <Nothing>確認の要るアラートはありませんでした。</Nothing>
      ) : (
        <Bars
          label="確認までの時間"
          full={asked}
          bars={responseRows(response).map((row) => ({ ...row, note: ` ${shareOf(row.count, asked)}` }))}
        />
      )}
    </Section>
  )
}

/** How what people closed ended. */
export const OutcomesSection = ({ outcomes }: Pick<SafetySummary, 'outcomes'>) => {
  const closed = outcomes.reduce((sum, { count }) => sum + count, 0)
  return (
    <Section title="結果" hint={closed === 0 ? undefined : `注意も含め、人が完了にした ${closed}件`}>
      {closed === 0 ? (
        <Nothing>人が完了にしたアラートはありませんでした。</Nothing>
      ) : (
        <Bars label="結果" bars={outcomes.map(({ outcome, count }) => ({ name: outcomeNames[outcome], count }))} />
      )}
    </Section>
  )
}

/** How many alerts of each kind began. */
export const KindsSection = ({ kinds }: Pick<SafetySummary, 'kinds'>) => {
  const shown = kinds.filter(({ count }) => count > 0)
  return (
    <Section title="種別ごと" hint="安全帯や機器のアラートも含む件数">
      {shown.length === 0 ? (
        <Nothing>アラートはありませんでした。</Nothing>
      ) : (
        <Bars label="種別ごとのアラート" bars={shown.map(({ kind, count }) => ({ name: alertKindNames[kind], count }))} />
      )}
    </Section>
  )
}
