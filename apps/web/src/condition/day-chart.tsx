import type { HealthDetail } from '@mimamori/contract/health-condition'
import { lazy, Suspense, useMemo } from 'react'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { useNarrow } from '../platform/use-media.ts'
import { usePhrase } from '../platform/phrases.ts'
import { startOfDay } from '../platform/japan-time.ts'
import { useColourMode } from '../platform/colour-mode.ts'
import { palettes } from '../platform/tokens.ts'
import { chartOption } from './chart-option.ts'
import { layout, sides, windowOf } from './chart-layout.ts'
import { ChartOverlay } from './chart-overlay.tsx'
import styles from './day-chart.module.css'
import { Phrase } from '../kit/phrase.tsx'

const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }))

type Props = { readonly detail: HealthDetail; readonly hour: number }

/** Some hours of a day: heart rate against the person's limits, total alert, WBGT and its excess. */
export const DayChart = ({ detail, hour }: Props) => {
  const mode = useColourMode()
  const phrase = usePhrase()
  const side = sides[useNarrow() ? 'narrow' : 'wide']
  const window = useMemo(() => windowOf(startOfDay(detail.date), hour), [detail.date, hour])
  const option = useMemo(
    () => chartOption({ detail, window, sides: side, palette: palettes[mode], phrase }),
    [detail, window, side, mode, phrase],
  )
  return (
    <figure className={styles['chart']} style={{ height: layout.height }} aria-label={phrase('心拍、総合アラート、WBGTの経過')}>
      <Suspense fallback={<LoadingOverlay />}>
        <ChartCanvas option={option} />
      </Suspense>
      <ChartOverlay detail={detail} window={window} side={side} />
      {detail.listData.length === 0 && (
        <p className={styles['nothing']}>
          <Phrase text="この日の記録はありません。" />
        </p>
      )}
    </figure>
  )
}
