import { endpoints } from '@mimamori/contract/endpoints'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { gradeNames } from '@mimamori/contract/labels'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEvery } from '../kit/use-every.ts'
import { LevelMark } from '../marks/level-mark.tsx'
import { queryOf } from '../platform/query.ts'
import { byOfficeNeed, countByOffice, type OfficeCount } from './count-by-office.ts'
import { Section } from './section.tsx'
import { SiteDayLine } from './site-day-line.tsx'
import { useCompanyDay } from './use-company-day.ts'
import styles from './sites-panel.module.css'

export type Offices = AnswerOf<typeof endpoints.office.search>

const refreshMs = 30_000
const shownGrades = ['emergency', 3, 2, 1] as const

type SiteLinkProps = {
  readonly office: Offices[number]
  readonly count: OfficeCount | undefined
  /** False until the levels are known. */
  readonly isKnown: boolean
  readonly withCompany: boolean
}

const SiteLink = ({ office, count, isKnown, withCompany }: SiteLinkProps) => {
  const grades = shownGrades.filter((grade) => (count?.[grade] ?? 0) > 0)
  return (
    <Link to={screens.home.path} search={{ OfficeId: office.officeId }} className={styles['site']}>
      <span className={styles['name']}>
        {office.officeName}
        {withCompany && <small>{office.companyName}</small>}
      </span>
      <span className={styles['counts']}>
        {grades.map((grade) => (
          <span key={grade} className={styles['count']} title={gradeNames[grade]}>
            <LevelMark grade={grade} size={20} />
            <b>{count?.[grade]}</b>
          </span>
        ))}
        {isKnown && grades.length === 0 && <span className={styles['calm']}>注意以上の人はいません</span>}
      </span>
    </Link>
  )
}

/**
 * Every site with how many people are at which level, the one that needs help most first; for contract administrators with what of
 * its day to look at.
 */
export const SitesPanel = ({ offices, withCompany }: { readonly offices: Offices; readonly withCompany: boolean }) => {
  const result = useQuery(queryOf(endpoints.healthCondition.list, { query: { minLevel: 1, limit: 1_000 } }))
  useEvery(refreshMs, true, () => void result.refetch())
  const days = useCompanyDay()
  const counts = countByOffice(result.data?.data ?? [])
  const sorted = offices.toSorted((a, b) => byOfficeNeed(counts.get(a.officeId), counts.get(b.officeId)))
  return (
    <Section title="拠点" note={`${offices.length}か所`}>
      <ul className={styles['sites']}>
        {sorted.map((office) => {
          const day = days?.find(({ officeId }) => officeId === office.officeId)
          return (
            <li key={office.officeId} className={styles['item']}>
              <SiteLink office={office} count={counts.get(office.officeId)} isKnown={result.data !== undefined} withCompany={withCompany} />
              {day !== undefined && <SiteDayLine day={day} />}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
