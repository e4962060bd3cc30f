import type { PublicAlert } from '@mimamori/contract/public-alert'
import { PublicAlertStrip } from '../marks/public-alert-strip.tsx'
import { useNow } from '../platform/clock.ts'
import { dateOf } from '../platform/japan-time.ts'
import styles from './home-screen.module.css'

/** What is announced for the site's area today and tomorrow; read out when it appears. */
export const SitePublicAlerts = ({ alerts }: { readonly alerts: readonly PublicAlert[] }) => {
  const today = dateOf(useNow(60_000))
  // Over midnight an answer of the day before may still be shown.
  const shown = alerts.filter(({ day }) => day >= today)
  return (
    <div role="status" className={shown.length > 0 ? styles['emergencies'] : 'visually-hidden'}>
      {shown.map((alert) => (
        <PublicAlertStrip key={`${alert.day} ${alert.level} ${alert.area}`} alert={alert} today={today} />
      ))}
    </div>
  )
}
