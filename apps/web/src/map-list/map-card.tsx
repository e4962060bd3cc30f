import { alertKindNames } from '@mimamori/contract/alert'
import type { Grade } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { mapTypeNames, type ListedMap } from '@mimamori/contract/site-map'
import { Link } from '@tanstack/react-router'
import { LevelMark } from '../marks/level-mark.tsx'
import { ReportMark } from '../marks/report-mark.tsx'
import { Gateways } from './gateways.tsx'
import styles from './map-card.module.css'
import { SmallPicture } from './small-picture.tsx'

const counted = ['emergency', 3, 2, 1, 0] as const satisfies readonly Grade[]

const countOf = (map: ListedMap, grade: (typeof counted)[number]): number =>
  grade === 'emergency' ? map.countEmergency : map[`countAlertLevel${grade}`]

/** The worst that somebody on the map has to bear; undefined where nobody needs anything. */
const worstOf = (map: ListedMap): (typeof counted)[number] | undefined => counted.find((grade) => grade !== 0 && countOf(map, grade) > 0)

/** What a map is called: its building or area, and its floor. */
export const nameOf = ({ locationName, floor }: Pick<ListedMap, 'locationName' | 'floor'>): string =>
  floor === null || floor === '' ? locationName : `${locationName}　${floor}`

const Counts = ({ map }: { readonly map: ListedMap }) => {
  const reported = map.listMarks.filter(({ isReported }) => isReported).length
  return (
    <ul className={styles['counts']} aria-label="アラートごとの人数">
      {counted.map((grade) => {
        const count = countOf(map, grade)
        return (
          <li key={grade} className={styles['count']} data-none={count === 0}>
            <LevelMark grade={grade} size={20} />
            <b>{count}</b>
            <span className="visually-hidden">人</span>
          </li>
        )
      })}
      {reported > 0 && (
        <li className={styles['count']}>
          <ReportMark size={18} />
          <span>{alertKindNames.report}</span>
          <b>{reported}</b>
          <span className="visually-hidden">人</span>
        </li>
      )}
    </ul>
  )
}

type Props = {
  readonly map: ListedMap
  /** The drawings of the page that lie on the world. */
  readonly laid: readonly ListedMap[]
  readonly groupId: number | undefined
  /** The names are beneath the screen's, or beneath their base's. */
  readonly heading: 'h2' | 'h3'
}

const MapCard = ({ map, laid, groupId, heading: Heading }: Props) => {
  const worst = worstOf(map)
  return (
    <li className={styles['card']} data-worst={worst}>
      <div className={styles['head']}>
        {worst !== undefined && <LevelMark grade={worst} size={24} decorative />}
        <Heading className={styles['name']}>
          <Link to={screens.mapDetail.path} params={{ id: String(map.id) }} search={{ groupId }} className={styles['link']}>
            {nameOf(map)}
          </Link>
        </Heading>
        {map.type !== 1 && <span className={styles['type']}>{mapTypeNames[map.type]}</span>}
      </div>
      <SmallPicture map={map} laid={laid} />
      <Counts map={map} />
      {/* Only drawings have gateways. */}
      {map.type !== 2 && <Gateways map={map} />}
    </li>
  )
}

type ListProps = Pick<Props, 'groupId' | 'heading'> & { readonly maps: readonly ListedMap[]; readonly label: string }

/** Maps in their order; rest is grey, and the worst is emphasised in its place. */
export const MapCards = ({ maps, label, ...props }: ListProps) => {
  const laid = maps.filter(({ type }) => type === 3)
  return (
    <ul className={styles['cards']} aria-label={label}>
      {maps.map((map) => (
        <MapCard key={map.id} map={map} laid={laid} {...props} />
      ))}
    </ul>
  )
}
