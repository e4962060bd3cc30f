import { labels } from '@mimamori/contract/labels'
import { mapTypeNames, type SiteMap } from '@mimamori/contract/site-map'
import styles from './map-facts.module.css'

/** Which map this is, beside the screen's name: nothing of it is changed here. */
export const MapFacts = ({ map }: { readonly map: SiteMap }) => {
  const facts = [
    [labels.user.officeName, map.officeName],
    [labels.siteMap.locationName, map.locationName],
    [labels.siteMap.floor, map.floor || 'なし'],
    ['種類', mapTypeNames[map.type] ?? ''],
  ] as const
  return (
    <span className={styles['facts']}>
      {facts.map(([name, value]) => (
        <span key={name}>
          {name}
          <strong>{value}</strong>
        </span>
      ))}
    </span>
  )
}
