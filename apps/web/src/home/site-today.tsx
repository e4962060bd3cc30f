import { Section } from './section.tsx'
import { SiteDayLine } from './site-day-line.tsx'
import styles from './site-today.module.css'
import { useCompanyDay } from './use-company-day.ts'

/** What of the chosen site's day to look at; nothing for those who do not answer for a company, and where nobody works. */
export const SiteToday = ({ officeId }: { readonly officeId: number }) => {
  const day = useCompanyDay()?.find((site) => site.officeId === officeId)
  if (day === undefined || day.people === 0) return null
  return (
    <Section title="きょうの貸出・暑さ・休憩">
      <div className={styles['line']}>
        <SiteDayLine day={day} />
      </div>
    </Section>
  )
}
