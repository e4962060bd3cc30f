import type { PublicAlert } from '@mimamori/contract/public-alert'
import { PublicAlertStrip } from '../marks/public-alert-strip.tsx'
import { useNow } from '../platform/clock.ts'
import { dateOf } from '../platform/japan-time.ts'
import styles from './home-screen.module.css'

/** An alert, and the names of its sites where it is not for all that are shown. */
export type ShownAlert = PublicAlert & { readonly sites?: string }

/** What is announced for an area today and tomorrow; read out when it appears. */
export const SitePublicAlerts = ({ alerts }: { readonly alerts: readonly ShownAlert[] }) => {
  const today = dateOf(useNow(60_000))
  // Over midnight an answer of the day before may still be shown.
  const shown = alerts.filter(({ day }) => day >= today)
  return (
    <div role="status" className={shown.length > 0 ? styles['emergencies'] : 'visually-hidden'}>
      {shown.map(({ sites, ...alert }) => (
        <PublicAlertStrip
          key={`${alert.day} ${alert.level} ${alert.area}`}
          alert={alert}
          today={today}
          {...(sites !== undefined && { sites })}
        />
      ))}
    </div>
  )
}
