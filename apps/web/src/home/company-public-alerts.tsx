import { alertsBySite } from './alerts-by-site.ts'
import { SitePublicAlerts } from './site-public-alerts.tsx'
import { useCompanyDay } from './use-company-day.ts'

/** What is announced for the sites of the company of a contract administrator. */
export const CompanyPublicAlerts = () => <SitePublicAlerts alerts={alertsBySite(useCompanyDay() ?? [])} />
