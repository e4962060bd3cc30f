import { message, type MessageCode } from '@mimamori/contract'
import { type ContactUse, findContactUses } from '../../../shared/erasure/contacts.ts'
import { companiesNaming } from '../../../shared/erasure/erase-data.ts'
import { gatherContacts } from '../../../shared/erasure/gather-marks.ts'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { hasOpenAlerts } from '../person-store.ts'
import { findHold } from './holds.ts'

const contactWords = {
  group: 'eraseContactGroup',
  masterSetting: 'eraseContactMasterSetting',
  office: 'eraseContactOffice',
  reportSchedule: 'eraseContactReportSchedule',
} as const satisfies Record<ContactUse['kind'], MessageCode>

/** Why a person's data cannot be erased now, a sentence each; empty where nothing is in the way. */
export const findHindrances = async (db: Db, person: PersonKey, now: Date): Promise<string[]> => {
  const hold = await findHold(db, person, now)
  const isOpen = await hasOpenAlerts(db, person)
  // Alarms that went to the person would go to nobody: only people can decide who is notified instead.
  const own = await gatherContacts(db, person)
  const contacts: ContactUse[] = []
  for (const companyId of await companiesNaming(db, person)) contacts.push(...(await findContactUses(db, companyId, own)))
  return [
    ...(isOpen ? [message('eraseAlertOpen')] : []),
    ...(hold === undefined ? [] : [message('eraseHeld', { day: hold.endsOn })]),
    ...contacts.map(({ kind, name }) => message(contactWords[kind], { name })),
  ]
}
