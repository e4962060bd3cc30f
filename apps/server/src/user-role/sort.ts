import { issueText, roles, userSortKeys } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import { badRequest } from '../platform/errors.ts'
import { japanese } from '../platform/list-order.ts'

export type UserSortKey = (typeof userSortKeys)[number]

/** What a key sorts by, which further tables (beside u) that takes, and whether every row has a value. */
type Sorting = { readonly by: RawBuilder<unknown>; readonly join?: RawBuilder<unknown>; readonly always?: true }

const serialJoin = (slot: 'vital' | 'belt') => sql`
  left join wear w on w.user_id = u.user_id and w.worn_to is null and w.slot = ${sql.lit(slot)}
  left join device d on d.device_id = w.device_id`

const byRole: Sorting = { by: sql`array_position(${roles}::text[], u.role)`, always: true }

const sortings: Record<UserSortKey, Sorting> = {
  userName: { by: sql`lower(u.login_id)`, always: true },
  // By how it is read, not by its characters.
  fullName: { by: japanese('u.furigana'), always: true },
  companyName: { by: japanese('c.name'), join: sql`left join company c on c.company_id = u.company_id` },
  officeName: { by: japanese('o.name'), join: sql`left join office o on o.office_id = u.office_id` },
  groupName: { by: japanese('g.name'), join: sql`left join work_group g on g.group_id = u.group_id` },
  role: byRole,
  roleJp: byRole,
  workerCode: { by: japanese('u.worker_code') },
  email: { by: sql`u.email` },
  phoneNumber: { by: sql`u.phone_number` },
  isLockedOut: { by: sql`(u.locked_at is not null)`, always: true },
  affiliation1: { by: japanese('u.affiliation1') },
  dateOfBirth: { by: sql`u.date_of_birth` },
  gender: { by: sql`u.gender` },
  meditagId: { by: sql`d.serial`, join: serialJoin('vital') },
  safetyBeltId: { by: sql`d.serial`, join: serialJoin('belt') },
}

export type UserOrder = { readonly key: UserSortKey; readonly direction: 'asc' | 'desc' }

/**
 * The list's order; by name unless asked otherwise.
 * @throws Refusal 400 where the list has no such key to sort by
 */
export const orderFrom = (sortKey: string | undefined, sortOrder: 'asc' | 'desc' | undefined): UserOrder => {
  const asked = sortKey === undefined || sortKey === '' ? 'fullName' : sortKey.toLowerCase()
  const key = userSortKeys.find((known) => known.toLowerCase() === asked.toLowerCase())
  if (key === undefined) throw badRequest(issueText('user', { code: 'invalid_value', path: ['sortKey'], values: [], message: '' }))
  return { key, direction: sortOrder ?? 'asc' }
}

/** One of the things that are sorted by, one after another, and how. */
export type SortStep = { readonly by: RawBuilder<unknown>; readonly how: RawBuilder<unknown> }

/**
 * The order as SQL, and the joins it takes. Backwards it is the exact reverse, so that a page near the end can be read
 * from there.
 */
export const orderOf = ({ key, direction }: UserOrder, backwards: boolean): { join: RawBuilder<unknown>; steps: SortStep[] } => {
  const { by: requester, join = sql``, always } = sortings[key]
  const reversed = sql.raw((direction === 'asc') === backwards ? 'desc' : 'asc')
  const steady = sql.raw(backwards ? 'desc' : 'asc')
  // Said only where there may be nulls: an index serves just the order it was made for, nulls included.
  const nulls = always === true ? sql`` : sql.raw(backwards ? 'nulls first' : 'nulls last')
  const first = { by: requester, how: sql`${reversed} ${nulls}` }
  const userId = sql`u.user_id`
  return {
    join,
    steps:
      key === 'fullName'
        ? [first, { by: userId, how: reversed }]
        : [first, { by: sortings.fullName.by, how: steady }, { by: userId, how: steady }],
  }
}
