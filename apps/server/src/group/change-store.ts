import type { ClothingKey } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'

/** Locks a group of a locked office; false where it has gone. */
export const lockGroup = async (db: Db, groupId: number): Promise<boolean> => {
  const { rows } = await sql`select g.group_id from work_group g where g.group_id = ${groupId} for update`.execute(db)
  return rows.length > 0
}

type HeatLayer = {
  readonly metabolicClass?: number | null | undefined
  readonly acclimatised?: boolean | null | undefined
  readonly clothing?: ClothingKey | null | undefined
}

/** The code of a locked office's next group where nobody gives one: G-1, G-2, beyond the highest of its kind. */
export const nextGroupCode = async (db: Db, officeId: number): Promise<string> => {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(substring(g.code from '^G-([0-9]{1,8})$')::int), 0) + 1 as next from work_group g where g.office_id = ${officeId}`.execute(
    db,
  )
  return `G-${rows[0]?.next ?? 1}`
}

/** Makes an empty group in a locked office. */
export const insertGroup = async (
  db: Db,
  group: HeatLayer & { readonly officeId: number; readonly groupCode: string; readonly groupName: string },
  at: Date,
): Promise<number> => {
  const { group_id: groupId } = await db
    .insertInto('work_group')
    .values({
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
export const writeHeat = async (db: Db, groupId: number, change: HeatLayer): Promise<void> => {
  const said = (value: unknown) => value !== undefined
  await sql`
    update work_group g
       set metabolic_class = case when ${said(change.metabolicClass)} then ${change.metabolicClass ?? null}::smallint else g.metabolic_class end,
           acclimatised = case when ${said(change.acclimatised)} then ${change.acclimatised ?? null}::boolean else g.acclimatised end,
           clothing = case when ${said(change.clothing)} then ${change.clothing ?? null}::text else g.clothing end
     where g.group_id = ${groupId}`.execute(db)
}

/** Replaces the addresses that a group's alerts are mailed to. */
export const writeEmails = async (db: Db, groupId: number, emails: readonly string[]): Promise<void> => {
  await sql`delete from group_email e where e.group_id = ${groupId}`.execute(db)
  await sql`
    insert into group_email (group_id, email)
    select ${groupId}::int, given.email from unnest(${emails}::text[]) as given (email)
    on conflict do nothing`.execute(db)
}

/** Raises the version of groups whose people changed, so that open forms notice it. */
export const touchGroups = async (db: Db, groupIds: readonly number[], at: Date): Promise<void> => {
  if (groupIds.length === 0) return
  await sql`
    update work_group g set version = g.version + 1, updated_at = ${at} where g.group_id = any(${groupIds}::int[])`.execute(db)
}

/** Deletes an empty, locked group. Rows of deleted people stay, as evidence, without a group. */
export const deleteGroup = async (db: Db, groupId: number): Promise<void> => {
  await sql`
    update app_user u set group_id = null, group_role = null where u.group_id = ${groupId} and u.deleted_at is not null`.execute(db)
  await sql`delete from work_group g where g.group_id = ${groupId}`.execute(db)
}
