import type { OfficeNow } from '@mimamori/contract/office-now'
import { screens } from '@mimamori/contract/screens'
import { useState } from 'react'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { signed } from '@mimamori/contract/number-words'
import { ScreenLink } from '../kit/screen-link.tsx'
import { EstimatedMark } from '../marks/estimated-mark.tsx'
import { LevelMark } from '../marks/level-mark.tsx'
import { SilentMark } from '../marks/sign-mark.tsx'
import { clockOf } from '../platform/japan-time.ts'
import { HeatCurve, Sparkline } from '../marks/heat-curve.tsx'
import { Section } from './section.tsx'
import { SiteClock } from './site-clock.tsx'
import { SiteHeatAlerts } from './site-heat-alerts.tsx'
import { PlainButton } from '../kit/plain-button.tsx'
import styles from './site-heat.module.css'

/** So many places fit beside the people; the cooler ones wait below. */
const shownAtFirst = 6

type Watcher = OfficeNow['watchers'][number]

const WatcherLine = ({ watcher }: { readonly watcher: Watcher }) => {
  const grade = levelGradeOf(watcher.alertLevel)
  return (
    <li className={styles['watcher']}>
      {watcher.wbgtValue === null ? <SilentMark size={20} /> : grade === undefined ? <span /> : <LevelMark grade={grade} size={20} />}
      <span className={styles['where']}>
        {watcher.locationName ?? watcher.serialNumber} {watcher.isEstimated && <EstimatedMark />}
      </span>
      <Sparkline trend={watcher.trend} reference={watcher.referenceWbgt} />
      <strong className={styles['value']}>{watcher.wbgtValue?.toFixed(1) ?? '―'}</strong>
      <span className={styles['excess']}>{watcher.excess === null ? '' : signed(watcher.excess)}</span>
    </li>
  )
}

/** How hot the site is, and where. */
export const SiteHeat = ({ site }: { readonly site: OfficeNow }) => {
  const [all, setAll] = useState(false)
  const hottestFirst = site.watchers.toSorted((a, b) => (b.excess ?? -100) - (a.excess ?? -100))
  const shown = all ? hottestFirst : hottestFirst.slice(0, shownAtFirst)
  const { publicWbgt } = site
  return (
    <Section
      title="現場の暑さ"
      note="WBGT ℃・現場の最高値"
      link={
        <ScreenLink to={screens.plan.path} search={{ OfficeId: site.officeId }}>
          あすの計画
        </ScreenLink>
      }
    >
      <HeatCurve site={site} />
      {site.longestInHeat !== null && <SiteClock longest={site.longestInHeat} />}
      <SiteHeatAlerts officeId={site.officeId} />
      <ul className={styles['watchers']}>
        {shown.map((watcher) => (
          <WatcherLine key={watcher.serialNumber} watcher={watcher} />
        ))}
      </ul>
      {hottestFirst.length > shownAtFirst && (
        <PlainButton kind="text" block onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'たたむ' : `ほか${hottestFirst.length - shownAtFirst}か所`}
        </PlainButton>
      )}
      {publicWbgt !== null && (
        <p className={styles['public']}>
          環境省の公表値（{publicWbgt.station}）
          {publicWbgt.wbgtValue === null ? ' なし' : <strong> {publicWbgt.wbgtValue.toFixed(1)}</strong>}
          {publicWbgt.at !== null && `　${clockOf(publicWbgt.at)}`}
        </p>
      )}
    </Section>
  )
}
