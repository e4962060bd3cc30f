import { splitAddresses } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { PersonMarks } from './person-marks.ts'

/** Where an address or a number is used for alarms or calls: the part of the organisation. */
export type ContactUse = { readonly kind: 'group' | 'masterSetting' | 'office' | 'reportSchedule'; readonly name: string }

type Contacts = Pick<PersonMarks, 'emails' | 'phones'>

const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase())
const digits = (column: string) => sql`regexp_replace(coalesce(${sql.ref(column)}, ''), '[^0-9]', '', 'g')`
const isOf = (column: string, numbers: readonly string[]) => sql<boolean>`${digits(column)} = any(${numbers}::text[])`
const numbersOf = ({ phones }: Contacts) => phones.map((phone) => phone.replaceAll(/\D/g, '')).filter((number) => number !== '')
const namesOne = (text: RawBuilder<unknown>, emails: readonly string[]) =>
  sql<boolean>`regexp_split_to_array(lower(${text}), '[,、;[:space:]]+') && ${emails}::text[]`

/** Where a company's alarms and calls go to what is the person's own address or telephone number. */
export const findContactUses = async (db: Db, companyId: number, marks: Contacts): Promise<ContactUse[]> => {
  const emails = lower(marks.emails)
  const numbers = numbersOf(marks)
  const { rows } = await sql<ContactUse>`
    select 'group' as kind, g.name from group_email e join work_group g on g.company_id = ${companyId} and g.group_id = e.group_id
     where e.company_id = ${companyId} and lower(e.email) = any(${emails}::text[])
    union
    select 'masterSetting', coalesce(o.name, c.name) from master_setting s
      join company c on c.company_id = s.company_id
      left join office o on o.company_id = ${companyId} and o.office_id = s.office_id
     where s.company_id = ${companyId} and ${namesOne(sql`coalesce(s.value, '')`, emails)}
    union
    select 'office', o.name from office o
     where o.company_id = ${companyId} and (${isOf('o.emergency_phone', numbers)} or ${isOf('o.hospital_phone', numbers)})
    union
    select 'reportSchedule', o.name from report_schedule r join office o on o.company_id = ${companyId} and o.office_id = r.office_id
     where r.company_id = ${companyId} and exists (select from unnest(r.addresses) x (address) where lower(x.address) = any(${emails}::text[]))
     order by 1, 2`.execute(db)
  return rows
}

type Setting = { readonly office_id: number | null; readonly type: string; readonly key: string; readonly value: string }

/** The values with the person's addresses in them, without these. */
const withoutAddresses = (settings: readonly Setting[], emails: readonly string[]) =>
  settings.map((setting) => {
    const left = splitAddresses(setting.value).filter((address) => !emails.includes(address.toLowerCase()))
    return { ...setting, value: left.length === 0 ? null : left.join(',') }
  })

/** Takes the person's own addresses and numbers from where alarms and calls go. */
export const removeContacts = async (db: Db, companyId: number, marks: Contacts): Promise<void> => {
  const emails = lower(marks.emails)
  const numbers = numbersOf(marks)
  await sql`delete from group_email e where e.company_id = ${companyId} and lower(e.email) = any(${emails}::text[])`.execute(db)
  const { rows: settings } = await sql<Setting>`
    select s.office_id, s.type, s.key, s.value from master_setting s
     where s.company_id = ${companyId} and ${namesOne(sql`coalesce(s.value, '')`, emails)} for update`.execute(db)
  await sql`
    update master_setting s set value = x.value, version = s.version + 1
      from jsonb_to_recordset(${JSON.stringify(withoutAddresses(settings, emails))}::jsonb) as x (office_id int, type text, key text, value text)
     where s.company_id = ${companyId} and s.office_id is not distinct from x.office_id and s.type = x.type and s.key = x.key`.execute(db)
  for (const column of ['emergency_phone', 'hospital_phone'])
    await sql`
      update office o set ${sql.ref(column)} = null, version = o.version + 1
       where o.company_id = ${companyId} and ${isOf(`o.${column}`, numbers)}`.execute(db)
  const isOthers = sql`lower(x.address) <> all(${emails}::text[])`
  await sql`
    delete from report_schedule r
     where r.company_id = ${companyId} and cardinality(r.roles) = 0
       and not exists (select from unnest(r.addresses) x (address) where ${isOthers})`.execute(db)
  await sql`
    update report_schedule r set addresses = array(select x.address from unnest(r.addresses) x (address) where ${isOthers}), version = r.version + 1
     where r.company_id = ${companyId}
       and exists (select from unnest(r.addresses) x (address) where lower(x.address) = any(${emails}::text[]))`.execute(db)
}
