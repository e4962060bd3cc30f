import { addressKey, type ClothingKey, type Group, type GroupPerson, labels } from '@mimamori/contract'
import type { PoolClient } from 'pg'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { lockOfficeShared, lockOffice } from '../../shared/organisation/office-lock.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Counts } from '../../platform/jobs/job-record.ts'
import { BadRows, type ImportPlan } from '../../platform/exchange/take-in.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { stage } from '../../platform/exchange/stage.ts'
import { createGroupIn, removeGroupIn, updateGroupIn } from './change.ts'
import { groupColumns, separator } from './csv-columns.ts'
import { checkGroups } from './import-check.ts'
import { findGroups } from './store.ts'

type Row = {
  readonly row_number: number
  readonly deletes: boolean
  readonly target_id: number | null
  readonly code: string | null
  /** A row that deletes its group may have none. */
  readonly name: string | null
  readonly leaders: number[]
  readonly sub_leaders: number[]
  readonly members: number[]
  readonly emails: string | null
  readonly metabolic_class: number | null
  readonly acclimatised: boolean | null
  readonly clothing: ClothingKey | null
}

const loginsOf = (column: string) => `coalesce(string_to_array(lower(s.${column}), '${separator}'), '{}') as ${column}`

// Rows that delete come last: other groups may take their people first. Rows without a code, which is then generated,
// come after those that give one.
const rowsInOrder = `
  select s.row_number, s.deletes, s.target_id, s.code, s.name, s.emails, s.metabolic_class, s.acclimatised, s.clothing,
         ${loginsOf('leaders')}, ${loginsOf('sub_leaders')}, ${loginsOf('members')}
    from ${stage} s order by s.deletes, s.code is null, s.row_number`

const peopleNamed = `
  select u.user_id, u.login_key from app_user u where u.company_id = $1 and u.office_id = $2 and u.login_key = any($3::text[]) and u.deleted_at is null`

type StagedRow = Omit<Row, Places> & Readonly<Record<Places, readonly string[]>>
type Places = 'leaders' | 'sub_leaders' | 'members'

/** The staged rows with the people they name. */
const readRows = async (client: PoolClient, { companyId, officeId }: OfficeKey): Promise<Row[]> => {
  const { rows } = await client.query<StagedRow>(rowsInOrder)
  const logins = new Set(rows.flatMap(({ leaders, sub_leaders: subLeaders, members }) => [...leaders, ...subLeaders, ...members]))
  const { rows: people } = await client.query<{ user_id: number; login_key: string }>(peopleNamed, [companyId, officeId, [...logins]])
  const ids = new Map(people.map(({ user_id: userId, login_key: key }) => [key, userId]))
  const idsOf = (named: readonly string[]) => [...new Set(named)].flatMap((login) => ids.get(login) ?? [])
  return rows.map((row) => ({
    ...row,
    leaders: idsOf(row.leaders),
    sub_leaders: idsOf(row.sub_leaders),
    members: idsOf(row.members),
  }))
}

const idsIn = (people: readonly GroupPerson[]) => people.map(({ userId }) => userId)
const emailsIn = ({ listEmailAlert }: Group) => listEmailAlert.map(({ email }) => email)

/**
 * What a row makes of its group: what the file says, and what the group has where the file has no such column.
 * @param absent the names of the columns that the file does not have
 */
const draftOf = (officeId: number, row: Row, absent: readonly string[], before?: Group) => {
  const givenOr = <Value>(column: string, value: Value, storedValue: (group: Group) => Value): Value =>
    before !== undefined && absent.includes(column) ? storedValue(before) : value
  return {
    officeId,
    groupCode: row.code,
    groupName: row.name ?? '',
    leaderId: givenOr('leaders', row.leaders, ({ groupLeader }) => idsIn(groupLeader)),
    listSubleader: givenOr('sub_leaders', row.sub_leaders, ({ listSubleader }) => idsIn(listSubleader)),
    listMember: givenOr('members', row.members, ({ listMember }) => idsIn(listMember)),
    listEmailAlert: givenOr('emails', row.emails?.split(separator) ?? [], emailsIn),
    metabolicClass: givenOr('metabolic_class', row.metabolic_class, ({ metabolicClass }) => metabolicClass),
    acclimatised: givenOr('acclimatised', row.acclimatised, ({ acclimatised }) => acclimatised),
    clothing: givenOr('clothing', row.clothing, ({ clothing }) => clothing),
  }
}

/** Reports a refusal of a single row under its number. */
const reportByRow = async (row: Row, work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error
    throw new BadRows({ [row.row_number]: [error.body].flat().map(String) })
  }
}

const isSameSet = <Item>(one: readonly Item[], other: readonly Item[]) =>
  one.length === other.length && new Set([...one, ...other]).size === one.length

/** True where a row changes nothing: then nothing is written, and open forms of the group stay current. */
const isUnchanged = (draft: ReturnType<typeof draftOf>, group: Group): boolean =>
  isSameSet(draft.leaderId, idsIn(group.groupLeader)) &&
  isSameSet(draft.listSubleader, idsIn(group.listSubleader)) &&
  isSameSet(draft.listMember, idsIn(group.listMember)) &&
  isSameSet(draft.listEmailAlert.map(addressKey), emailsIn(group).map(addressKey)) &&
  draft.metabolicClass === group.metabolicClass &&
  draft.acclimatised === group.acclimatised &&
  draft.clothing === group.clothing

const applyGroups = async (
  client: PoolClient,
  requester: Requester,
  { companyId, officeId }: OfficeKey,
  absent: readonly string[],
  now: Date,
): Promise<Counts> => {
  const db = onClient(client)
  const counts = { created: 0, updated: 0, deleted: 0, unchanged: 0 }
  // Nobody may change a group between the comparison and the writing.
  await lockOffice(db, requester.actor, officeId)
  const { data: saved } = await findGroups(db, requester.actor, { officeId, offset: 0 })
  const groups = new Map(saved.map((group) => [group.id, group]))
  for (const row of await readRows(client, { companyId, officeId })) {
    const { target_id: id } = row
    const before = id === null ? undefined : groups.get(id)
    const draft = draftOf(officeId, row, absent, before)
    if (id === null) {
      await reportByRow(row, createGroupIn(db, requester, now, draft))
      counts.created++
    } else if (row.deletes) {
      await reportByRow(row, removeGroupIn(db, requester, now, id))
      counts.deleted++
    } else if (before !== undefined && isUnchanged(draft, before)) {
      counts.updated++
      counts.unchanged++
    } else {
      await reportByRow(row, updateGroupIn(db, requester, now, { id, ...draft, groupCode: row.code ?? undefined }))
      counts.updated++
    }
  }
  return counts
}

/**
 * How a file of groups is imported: each row makes its group what the row says, people included.
 * @throws Refusal 404 for a site that is not the actor's
 */
export const groupImport = async ({ db, clock }: Context, requester: Requester, officeId: number): Promise<ImportPlan> => {
  const { companyName, officeName, ...office } = await lockOfficeShared(db, requester.actor, officeId)
  return {
    kind: 'importGroups',
    companyId: office.companyId,
    officeId,
    columns: groupColumns,
    columnsSource: { module: new URL('csv-columns.ts', import.meta.url), name: 'groupColumns' },
    expected: { [labels.group.companyName]: companyName, [labels.group.baseName]: officeName },
    check: (client) => checkGroups(client, office, requester.actor),
    apply: (client, absent) => applyGroups(client, requester, office, absent, clock()),
    tables: ['work_group', 'app_user', 'audit_log'],
  }
}
