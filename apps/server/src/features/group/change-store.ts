import type { ClothingKey } from '@mimamori/contract'
import { sql } from 'kysely'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { forgetGroup } from '../alerts/episodes/forget.ts'
import type { Db } from '../../platform/context.ts'

/** A group and the company it belongs to. */
export type GroupKey = { readonly companyId: number; readonly groupId: number }

/** Locks a group of a locked office; false where it has gone. */
export const lockGroup = async (db: Db, { companyId, groupId }: GroupKey): Promise<boolean> => {
  const { rows } = await sql`
    select g.group_id from work_group g where g.company_id = ${companyId} and g.group_id = ${groupId} for update`.execute(db)
  return rows.length > 0
}

type HeatLayer = {
  readonly metabolicClass?: number | null | undefined
  readonly acclimatised?: boolean | null | undefined
  readonly clothing?: ClothingKey | null | undefined
}

/** The code of a locked office's next group where nobody gives one: G-1, G-2, beyond the highest of its kind. */
export const nextGroupCode = async (db: Db, { companyId, officeId }: OfficeKey): Promise<string> => {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(substring(g.code from '^G-([0-9]{1,8})$')::int), 0) + 1 as next
      from work_group g where g.company_id = ${companyId} and g.office_id = ${officeId}`.execute(db)
  return `G-${rows[0]?.next ?? 1}`
}

/** Makes an empty group in a locked office. */
export const insertGroup = async (
  db: Db,
  group: HeatLayer & OfficeKey & { readonly groupCode: string; readonly groupName: string },
  at: Date,
): Promise<number> => {
  const { group_id: groupId } = await db
    .insertInto('work_group')
    .values({
      company_id: group.companyId,
      office_id: group.officeId,
      code: group.groupCode,
      name: group.groupName,
      metabolic_class: group.metabolicClass ?? null,
      acclimatised: group.acclimatised ?? null,
      clothing: group.clothing ?? null,
      updated_at: at,
    })
    .returning('group_id')
    .executeTakeFirstOrThrow()
  return groupId
}

/** Writes the values of the change into a locked group's heat layer; values left out stay. */
export const writeHeat = async (db: Db, { companyId, groupId }: GroupKey, change: HeatLayer): Promise<void> => {
  const isGiven = (value: unknown) => value !== undefined
  await sql`
    update work_group g
       set metabolic_class = case when ${isGiven(change.metabolicClass)} then ${change.metabolicClass ?? null}::smallint else g.metabolic_class end,
           acclimatised = case when ${isGiven(change.acclimatised)} then ${change.acclimatised ?? null}::boolean else g.acclimatised end,
           clothing = case when ${isGiven(change.clothing)} then ${change.clothing ?? null}::text else g.clothing end
     where g.company_id = ${companyId} and g.group_id = ${groupId}`.execute(db)
}

/** Replaces the addresses that a group's alerts are mailed to. */
export const writeEmails = async (db: Db, { companyId, groupId }: GroupKey, emails: readonly string[]): Promise<void> => {
  await sql`delete from group_email e where e.company_id = ${companyId} and e.group_id = ${groupId}`.execute(db)
  await sql`
    insert into group_email (company_id, group_id, email)
    select ${companyId}::int, ${groupId}::int, given.email from unnest(${emails}::text[]) as given (email)
    on conflict do nothing`.execute(db)
}

/** Raises the version of a company's groups whose people changed, so that open forms notice it. */
export const touchGroups = async (db: Db, companyId: number, groupIds: readonly number[], at: Date): Promise<void> => {
  if (groupIds.length === 0) return
  await sql`
    update work_group g set version = g.version + 1, updated_at = ${at}
     where g.company_id = ${companyId} and g.group_id = any(${groupIds}::int[])`.execute(db)
}

/** Deletes an empty, locked group. Deleted people and past episodes stay, as evidence, without it. */
export const deleteGroup = async (db: Db, { companyId, groupId }: GroupKey): Promise<void> => {
  await sql`
    update app_user u set group_id = null, group_role = null
     where u.company_id = ${companyId} and u.group_id = ${groupId} and u.deleted_at is not null`.execute(db)
  await forgetGroup(db, { companyId, groupId })
  await sql`delete from work_group g where g.company_id = ${companyId} and g.group_id = ${groupId}`.execute(db)
}
