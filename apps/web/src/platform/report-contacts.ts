import { ReportContacts } from '@mimamori/contract/self-report'

const key = 'reportContacts'

const nobody: ReportContacts = { leader: null, sitePhone: null }

/** Keeps the numbers in this browser: they are needed where no server answers. */
export const keepReportContacts = (contacts: ReportContacts): void => localStorage.setItem(key, JSON.stringify(contacts))

/** The numbers as they were answered last. */
export const keptReportContacts = (): ReportContacts => {
  try {
    return ReportContacts.catch(nobody).parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch (error) {
    // Somebody edited the storage: as without one.
    if (error instanceof SyntaxError) return nobody
    throw error
  }
}

/** After a sign-out none remain, unless a report has not arrived yet. */
export const forgetReportContacts = (): void => localStorage.removeItem(key)
